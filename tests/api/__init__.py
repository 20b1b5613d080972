"""The service, behind a transport that keeps everything in memory."""
