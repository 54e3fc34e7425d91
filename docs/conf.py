"""Sphinx builds the documentation: python -m sphinx -W --keep-going -b html docs docs/_build"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # header.py and stubs.py

import cardavia

project = "Cardavia"
author = "The Cardavia maintainers"
copyright = "The Cardavia maintainers"
version = release = cardavia.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "header", "stubs"]
exclude_patterns = ["_build"]

smartquotes_action = "D"  # dashes; what is quoted is mostly code
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

# Every name that is mentioned must be found, but for those of other projects.
nitpicky = True
nitpick_ignore_regex = [
    ("c:identifier", r"u?int\d+_t|size_t"),
    ("py:class", r"collections\.abc\..*|fractions\..*|random\..*|numpy\..*|npt?\..*"),
    ("py:class", r"cardavia\.face\.Face|cardavia\._core\.MoveList"),
]

html_theme = "furo"
html_title = "Cardavia"
html_static_path = ["_static"]
html_css_files = ["cardavia.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#2b6b4f", "color-brand-content": "#2b6b4f"},
    "dark_css_variables": {"color-brand-primary": "#7cc4a2", "color-brand-content": "#7cc4a2"},
}
