import {
  type GivenAnswer,
  type ItemKind,
  type ItemResult,
  isWrong,
  judged,
  type WorkItem,
} from '@lobby/shared/modules/checklist-items.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { readDecimal } from '../../kit/ui/form/inputs/numbers.ts';

export const TONES = { PASS: 'done', FAIL: 'bad', NA: 'ended' } as const satisfies Record<ItemResult, string>;

/** Whether an item has a number; whether it has a typed value at all. */
export const isMeasured = (kind: ItemKind): boolean => kind === 'NUMBER' || kind === 'METER';
export const isTyped = (kind: ItemKind): boolean => isMeasured(kind) || kind === 'TEXT' || kind === 'SIGNATURE';

/** Parses and formats values of an item; measurements in the notation of the user's language. */
export function useMeasures(kind: ItemKind) {
  const { number } = useFormats();
  const measured = isMeasured(kind);
  return {
    read(typed: string): string {
      const value = measured ? readDecimal(typed, number(0.5)) : null;
      return value === null ? typed : String(value);
    },
    shown: (value: string): string => (measured && Number.isFinite(Number(value)) ? number(Number(value)) : value),
  };
}

/** Bounds of a measurement in words; null without bounds. */
export function useBounds({ min, max, unitName }: WorkItem): string | null {
  const { t } = useTranslation(maintenance.name);
  const { number } = useFormats();
  const edge = (bound: number | null | undefined) => (typeof bound === 'number' ? number(bound) : '…');
  if (typeof min !== 'number' && typeof max !== 'number') return null;
  return [t('checklist.bounds', { min: edge(min), max: edge(max) }), unitName].filter(Boolean).join(' ');
}

/** Words for what an answer still needs; null if it is complete or not started. */
export function useWants(item: WorkItem, answer: GivenAnswer): string | null {
  const { t } = useTranslation([maintenance.name, 'errors']);
  const verdict = judged(item, answer);
  if (!isWrong(verdict) || !(answer.value || answer.result)) return null;
  const { note, images } = verdict.errors;
  if (item.kind === 'SIGNATURE') return images ? t('errors:SIGNATURE_REQUIRED') : null;
  if (note && images) return t('checklist.wants.both');
  if (note) return t(answer.result === 'NA' ? 'checklist.wants.why' : 'checklist.wants.note');
  return images ? t('checklist.wants.images') : null;
}
