"""HTTP: the application, its routes, the API description and the files of the page."""
