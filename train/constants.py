"""The constants of a fit: the file that the program reads, too."""
import json
from pathlib import Path

PATH = Path(__file__).parent.parent / 'crates/core/model/constants.json'
CONSTANTS = json.loads(PATH.read_text())
