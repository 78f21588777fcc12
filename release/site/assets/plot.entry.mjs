export {plot, dot, dotX, line, lineY, ruleX, ruleY, rect, rectX, rectY, barX, barY, text, textX, textY, areaY, link, tickX, tip, gridX, gridY, axisX, axisY, arrow, pointer, frame} from "@observablehq/plot";
export {hierarchy, treemap} from "d3-hierarchy";
