"""British to American spelling of one word, by the parts that differ. `words.yml` lists single words.

Belongs here: spelling by rule. `tokens.py` brings plurals and set phrases to one form.
"""

from __future__ import annotations

import re

_SHORTEST = 5  # letters; shorter words are listed one by one
# Parts that differ anywhere in a word; no American word holds the left side.
_ANYWHERE = (
    ("haem", "hem"), ("aemia", "emia"), ("anaesth", "anesth"), ("oesoph", "esoph"), ("orthopaed", "orthoped"), ("rrhoea", "rrhea"),
    ("gynaec", "gynec"), ("sulph", "sulf"), ("colour", "color"), ("flavour", "flavor"), ("odour", "odor"), ("vapour", "vapor"),
    ("tumour", "tumor"), ("armour", "armor"), ("labour", "labor"), ("harbour", "harbor"), ("neighbour", "neighbor"), ("savour", "savor"),
    ("behaviour", "behavior"), ("favour", "favor"), ("honour", "honor"), ("humour", "humor"), ("parlour", "parlor"), ("rigour", "rigor"),
    ("mould", "mold"), ("plough", "plow"), ("aluminium", "aluminum"), ("ageing", "aging"), ("jeweller", "jeweler"), ("faec", "fec"),
    ("oedem", "edem"), ("coeliac", "celiac"), ("speciality", "specialty"), ("specialities", "specialties"), ("toxaem", "toxem"),
    ("ischaem", "ischem"), ("palaeo", "paleo"), ("archaeo", "archeo"), ("manoeuv", "maneuv"), ("cheque", "check"), ("doughnut", "donut"),
    ("catalogue", "catalog"), ("dialogue", "dialog"), ("analogue", "analog"), ("fulfilment", "fulfillment"), ("instalment", "installment"),
    ("enrolment", "enrollment"), ("jewellery", "jewelry"), ("woollen", "woolen"), ("moustache", "mustache"), ("pyjama", "pajama"),
    ("defence", "defense"), ("offence", "offense"), ("pretence", "pretense"), ("licence", "license"), ("draught", "draft"), ("aerofoil", "airfoil"),
    ("aeroplane", "airplane"), ("carburettor", "carburetor"), ("caesar", "cesar"), ("encyclopaed", "encycloped"), ("homoeo", "homeo"),
    ("orangutang", "orangutan"), ("disulphid", "disulfid"), ("sceptic", "skeptic"), ("pnoea", "pnea"), ("greywater", "graywater"), ("liquorice", "licorice"), ("microwavable", "microwaveable"), ("furore", "furor"), ("programmes", "programs"), ("practise", "practice"), ("practising", "practicing"), 
)  # fmt: skip
_AT_START = (("paed", "ped"), ("foet", "fet"), ("oestr", "estr"), ("caec", "cec"), ("caes", "ces"))
_AT_END = re.compile(r"(?<=[a-z])(cent|fib|met|lit|theat|calib|lust|spect|meag|somb)re(s?)$")
_IN_COMPOUND = re.compile(r"(fib|cent|theat|calib)re(?=[bcfghjklmnpqrtvwz])")  # fibreboard, centrepiece
_GRAM = re.compile(r"(?<!pro)gramme(s?)$")  # kilogramme; a programmer is one in America as well
_IZE = re.compile(r"^([a-z]{3,}?)is(e|ed|er|ers|es|ing|able|ation|ations)$")
_YZE = re.compile(r"^([a-z]{2,})lys(e|ed|er|ers|ing)$")
_DOUBLED = re.compile(
    r"^((?:re|un|pre|self|multi)?(?:model|label|travel|fuel|refuel|signal|tunnel|channel|cancel|level|panel|pedal|counsel|dial|marshal|enamel|initial|total|equal"
    r"|jewel|chisel|barrel|bevel|funnel|snorkel|swivel|towel|trammel|shovel|spiral|stencil|kernel))l(ing|ed|er|ers)$"
)
# Words in -ise and -isation's like that are also American; a word that ends in one of them stays.
_ISE = (
    "vertise", "exercise", "enterprise", "franchise", "merchandise", "vise", "noise", "raise", "cruise", "guise", "expertise", "premise", "promise",
    "wise", "praise", "bruise", "poise", "paradise", "prise", "treatise", "naise", "quoise", "toise", "chemise", "braise", "laise",
    "chastise", "despise", "disease", "demise",
)  # fmt: skip
_ISE_WHOLE = frozenset(
    ["rise", "arise", "sunrise", "uprise", "moonrise", "precise", "excise", "incise", "concise", "circumcise", "exorcise", "anise",
     "valise", "liaise", "marquise", "cerise", "mortise", "surmise", "hollandaise"]
)  # fmt: skip


def american(token: str) -> str:
    """A casefolded word in American spelling; words that no rule knows stay.

    Args:
        token: one word.

    Returns:
        The word; `american(american(word)) == american(word)`.
    """
    if len(token) < _SHORTEST or not token.isascii():
        return token
    for british, spelled in _ANYWHERE:
        if british in token:
            token = token.replace(british, spelled)
    for british, spelled in _AT_START:
        if token.startswith(british):
            token = spelled + token.removeprefix(british)
    token = _GRAM.sub(r"gram\1", _IN_COMPOUND.sub(r"\1er", _AT_END.sub(r"\1er\2", token)))
    found = _IZE.match(token)
    if found and f"{found[1]}ise" not in _ISE_WHOLE and not f"{found[1]}ise".endswith(_ISE):
        token = f"{found[1]}iz{found[2]}"
    token = _YZE.sub(r"\1lyz\2", token)
    return _DOUBLED.sub(r"\1\2", token)
