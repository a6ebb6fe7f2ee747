"""Static files with hashed names, ES module imports included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModuleManifestStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import … from "./x.js"` too, so a deploy never mixes old modules with new."""

    support_js_module_import_aggregation = True
