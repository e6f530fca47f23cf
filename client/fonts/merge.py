"""Merges the Latin and Vietnamese parts of Be Vietnam Pro into one file a weight, with tabular digits as the feature `tnum`.

The family has no tabular figures: they are its own digits, each centred in one width.
Needs Python 3 with `pip install fonttools brotli`; run at the top of the repository: `python3 client/fonts/merge.py`.
"""

from fontTools.merge import Merger
from fontTools.otlLib.builder import buildSingleSubstSubtable
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables import otTables

PARTS = "node_modules/@fontsource/be-vietnam-pro/files/be-vietnam-pro-{part}-{weight}-normal.woff2"
# Width of a tabular digit by weight, in thousandths of the size.
WIDTHS = {400: 680, 500: 688, 600: 692, 700: 692}
DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]


def add_tabular_digits(font, tabular):
    glyphs, widths = font["glyf"], font["hmtx"].metrics
    order = font.getGlyphOrder()
    for digit in DIGITS:
        width = widths[digit][0]
        shift = (tabular - width) // 2
        pen = TTGlyphPen(font.getGlyphSet())
        font.getGlyphSet()[digit].draw(TransformPen(pen, (1, 0, 0, 1, shift, 0)))
        name = f"{digit}.tnum"
        glyphs[name] = pen.glyph()
        widths[name] = (tabular, widths[digit][1] + shift)
        if name not in order:
            order.append(name)
    font.setGlyphOrder(order)
    if "GDEF" in font and font["GDEF"].table.GlyphClassDef:
        for digit in DIGITS:
            font["GDEF"].table.GlyphClassDef.classDefs[f"{digit}.tnum"] = 1


def add_feature(font, tag, mapping):
    gsub = font["GSUB"].table
    lookup = otTables.Lookup()
    lookup.LookupType = 1
    lookup.LookupFlag = 0
    lookup.SubTable = [buildSingleSubstSubtable(mapping)]
    lookup.SubTableCount = 1
    gsub.LookupList.Lookup.append(lookup)
    gsub.LookupList.LookupCount = len(gsub.LookupList.Lookup)
    record = otTables.FeatureRecord()
    record.FeatureTag = tag
    record.Feature = otTables.Feature()
    record.Feature.FeatureParams = None
    record.Feature.LookupListIndex = [gsub.LookupList.LookupCount - 1]
    record.Feature.LookupCount = 1
    gsub.FeatureList.FeatureRecord.append(record)
    gsub.FeatureList.FeatureCount = len(gsub.FeatureList.FeatureRecord)
    for script in gsub.ScriptList.ScriptRecord:
        systems = [script.Script.DefaultLangSys, *(one.LangSys for one in script.Script.LangSysRecord)]
        for system in systems:
            if system:
                system.FeatureIndex.append(gsub.FeatureList.FeatureCount - 1)
                system.FeatureCount = len(system.FeatureIndex)


for weight, tabular in WIDTHS.items():
    merged = Merger().merge([PARTS.format(part=part, weight=weight) for part in ("latin", "vietnamese")])
    add_tabular_digits(merged, tabular)
    add_feature(merged, "tnum", {digit: f"{digit}.tnum" for digit in DIGITS})
    merged.flavor = "woff2"
    merged.save(f"client/fonts/be-vietnam-pro-{weight}.woff2")
