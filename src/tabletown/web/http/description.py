"""The description of the API for machines (OpenAPI): what each call may refuse, who may call, and HEAD."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field

from tabletown.core import registry
from tabletown.web.tables.bots import levels

from .session import COOKIE

MEANINGS = {
    400: "Not a request that can be read, or not for this server",
    403: "Not your table, your seat or your turn",
    404: "There is no such thing",
    405: "This method is not possible here",
    408: "The request did not come in time",
    409: "The table is not, or no longer, in the state that you thought; look again",
    413: "The request is too large",
    422: "Not a legal move, or not a request that makes sense",
    429: "Too often; wait as long as Retry-After says",
    503: "The database can't be reached. `changed` is false if nothing was changed, null if that is not known yet",
}
ALWAYS = (400, 405, 408, 413, 422, 429, 503)


class Problem(BaseModel):
    """Every refusal: one sentence, and what helps a program."""

    error: str = Field(description="one clear sentence")
    version: int | None = Field(None, description="the version of the table now")
    changed: bool | None = Field(None, description="only with 503: false if nothing was changed, null if not known")


Responses = dict[int | str, dict[str, Any]]


def refuses(*statuses: int) -> Responses:
    """The refusals of a call, beside those that every call has."""
    return {status: {"description": MEANINGS[status], "model": Problem} for status in statuses}


def always() -> Responses:
    """The refusals that every call has."""
    return refuses(*ALWAYS)


def describe(app: FastAPI) -> None:
    """Give an application its description."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _described(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _described(app: FastAPI) -> dict[str, Any]:
    found = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    found["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "The token of a seat, for programs"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "The cookie of a browser"},
    }
    found["security"] = [{}, {"token": []}, {"cookie": []}]  # everybody may look on; see the 403 of each call
    schemas = found["components"]["schemas"]
    schemas["NewTable"]["properties"]["game"]["enum"] = registry.games()
    for name in ("NewSeat", "SeatBot"):
        schemas[name]["properties"]["bot"]["enum"] = [*levels(), None]
    for methods in found["paths"].values():
        if "get" in methods:
            methods["head"] = _head(methods["get"])
    return found


def _head(get: dict[str, Any]) -> dict[str, Any]:
    """HEAD is answered like GET, without a body."""
    responses = {status: {"description": told["description"]} for status, told in get["responses"].items()}
    return {**get, "operationId": f"{get['operationId']}_head", "responses": responses}
