"""The application: one file a feature, with its structs, its endpoints and the functions that answer them.

It knows neither HTTP nor a database: hosts supply the tables, storage, time and people (`keypeg.api.host`).
"""
