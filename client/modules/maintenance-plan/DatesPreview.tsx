import { maintenancePlan, RULE_FIELDS } from '@lobby/shared/modules/maintenance-plan.ts';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Call, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useWriting } from '../../kit/ui/form/form-context.ts';
import type { TypedValues } from '../../kit/ui/form/read-form.ts';
import { readForm } from '../../kit/ui/form/read-form.ts';
import { styleClass } from '../../theme/classes.ts';
import { useRuleWords } from './rule-words.ts';

interface PlanDate {
  date: string;
  movedFrom?: string;
}
const NAMES = Object.keys(RULE_FIELDS) as (keyof typeof RULE_FIELDS)[];
const ask = async (path: string, { query = {}, ...call }: Call) =>
  (await request<PlanDate[]>('POST', path, { ...call, body: JSON.parse(String(query.body)) })).data;

const listClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  m: '0',
  p: '0',
  listStyle: 'none',
  textStyle: 'sm',
  fontVariantNumeric: 'tabular-nums',
  '& > li': { px: '2', py: '0.5', borderRadius: 'sm', bg: 'bg.muted' },
  '& > li[data-moved]': { bg: 'waiting.subtle', color: 'waiting.fg' },
});

/** The first dates of the rule that is being written; moved ones are marked. */
export function DatesPreview() {
  const { t } = useTranslation(maintenancePlan.name);
  const { day } = useFormats();
  const how = useWriting();
  const words = useRuleWords();
  const typed = useWatch<TypedValues>({ name: NAMES });
  const given = Object.fromEntries(NAMES.map((name, n) => [name, typed[n]]));
  const { values, errors } = readForm(RULE_FIELDS, given, how, 'create');
  const isWhole = Object.keys(errors).length === 0 && Boolean(values.frequency);
  const { data } = useQuery<PlanDate[]>(isWhole ? `${maintenancePlan.path}/preview` : null, {
    query: { body: JSON.stringify(values) },
    read: ask,
  });
  if (!isWhole || !data) return null;
  return (
    <section aria-label={t('preview')} data-wide>
      <p>
        <strong>{words(values)}</strong>
      </p>
      <p>{t('preview')}</p>
      <ul className={listClass()}>
        {data.map(({ date, movedFrom }) => (
          <li
            key={date}
            data-moved={movedFrom ? '' : undefined}
            title={movedFrom ? t('moved', { day: day(movedFrom) }) : undefined}
          >
            {day(date)}
          </li>
        ))}
      </ul>
    </section>
  );
}
