import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { handoverFigure } from '@lobby/shared/modules/handover-statistic.contract.ts';
import { handoverStatistic } from '@lobby/shared/modules/handover-statistic.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';

/** A line of a figure: subject, values, and a link to the list behind it. */
export type Line = AnswerOf<typeof handoverFigure>['lines'][number];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;

/** Label of a line: record name, formatted day or month, or translated key. */
export function useLineName(): (line: Pick<Line, 'key' | 'name'>) => string {
  const { t } = useTranslation(handoverStatistic.name);
  const { day } = useFormats();
  return ({ key, name }) => {
    if (!name) return t(`keys.${key || 'none'}`);
    return DAY.test(name) ? day(name) : MONTH.test(name) ? day(`${name}-01`).slice(3) : name;
  };
}
