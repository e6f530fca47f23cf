import { useSpans } from '../../../i18n/formats.ts';
import { rowWidth } from './columns.ts';

/** The longest spans of each unit, in ms. */
const LONGEST = [59, 23 * 60, 99 * 24 * 60].map(minutes => minutes * 60_000);
const ICON_WIDTH = 18;

/** Width in px of a column of `SlaTime` in the reader's language, so that no clock is cut. */
export function useSlaWidth(): number {
  const spans = useSpans();
  return Math.max(...LONGEST.map(span => rowWidth(spans.over(span)))) + ICON_WIDTH;
}
