"""Failures of running graphs."""


class GeError(RuntimeError):
    """A call into the runtime failed.

    ``error_message`` is the reason, ``api_name`` the function that was called, ``context`` what it was called with.
    """

    def __init__(self, error_message, api_name="", context=None):
        self.error_message = error_message
        self.api_name = api_name
        self.context = context
        parts = [f"{api_name} failed: {error_message}" if api_name else str(error_message)]
        if context:
            parts.append(f"({context})")
        super().__init__(" ".join(parts))
