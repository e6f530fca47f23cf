import { countryName } from '@lobby/shared/kit/countries.ts';
import type { Condition } from '@lobby/shared/kit/definition.ts';
import { listedChoice } from '@lobby/shared/kit/fields.ts';
import type { ReactNode } from 'react';
import { useFormats } from '../../../i18n/formats.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import { RefName } from '../rows/RefName.tsx';
import { filterField } from './conditions.ts';

/** Number of choices named; more are counted. */
const NAMED = 2;

/** A condition in words: `Nước, Điện`, `8 mục`, `từ 15/11/2026`. */
export function ConditionWords({ field, condition }: { field: string; condition: Condition }) {
  const t = useListWords();
  const formats = useFormats();
  const { in: chosen, from, to, days } = condition;
  if (days) return t('kit:filter.lastDays', { count: days, context: days === 1 ? 'today' : undefined });
  if (chosen) {
    if (chosen.length > NAMED) return t('kit:filter.many', { count: chosen.length });
    return chosen.map(
      (value, index): ReactNode => (
        <span key={value}>
          {index > 0 && ', '}
          <ChoiceWord field={field} value={value} />
        </span>
      ),
    );
  }
  if (from && to) return from === to ? formats.day(from) : `${formats.day(from)} – ${formats.day(to)}`;
  return from
    ? t('kit:filter.since', { date: formats.day(from) })
    : t('kit:filter.until', { date: formats.day(to ?? '') });
}

/** A value of a filter in words. */
export function ChoiceWord({ field, value }: { field: string; value: string }) {
  const { definition } = useListModel();
  const { language } = useLanguage();
  const t = useListWords();
  const declared = filterField(definition, field);
  if (value === 'me') return t('kit:filter.me');
  if (value === 'none') return t('kit:filter.none');
  if (declared.kind === 'ref' || declared.kind === 'refs') return <RefName to={declared.to} id={value} />;
  if (declared.kind === 'text' && declared.country) return countryName(value, language);
  if (declared.kind === 'flag') return t(`kit:filter.${value}`);
  const column = definition.fields[field];
  const [named = field] = (column && listedChoice(column)) ?? [];
  return t(field === 'status' ? `statuses.${value}` : `options.${named}.${value}`);
}
