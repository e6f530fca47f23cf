import { DAY_MS, weekdayOf } from '@lobby/shared/kit/dates.ts';
import { maintenancePlan, ruleIn } from '@lobby/shared/modules/maintenance-plan.ts';
import { LAST_DAY } from '@lobby/shared/modules/plan-dates.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';

/** A Sunday, to format names of weekdays. */
const SUNDAY = Date.UTC(2026, 10, 29);

const pad = (n = 0) => String(n).padStart(2, '0');

interface Triggered {
  meter: string;
  kind: 'EVERY' | 'ABOVE' | 'BELOW';
  value: number;
  name?: string | null;
  unitName?: string | null;
}

/** A plan's rule in words, e.g. `Mỗi 3 tháng, vào Thứ Hai tuần thứ 2`. */
function wordsOf(
  t: TFunction,
  language: string,
  exact: (value: number) => string,
  values: Readonly<Record<string, unknown>>,
): string {
  const rule = ruleIn({ startsOn: '2026-01-01', ...values });
  const list = new Intl.ListFormat(language, { style: 'long', type: 'conjunction' });
  const weekday = (n: number) =>
    new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(new Date(SUNDAY + n * DAY_MS));
  const parts: string[] = [];
  if (rule) {
    parts.push(t(`rule.every.${rule.frequency}`, { count: rule.interval }));
    const weekdays = list.format(rule.weekdays.map(weekday));
    const days = list.format(rule.monthDays.map(day => (day === LAST_DAY ? t('rule.lastDay') : String(day))));
    if (rule.nth && weekdays) parts.push(t(`rule.nth.${rule.nth}`, { weekdays }));
    else if (weekdays) parts.push(t('rule.weekdays', { weekdays }));
    if (days) parts.push(t('rule.days', { days }));
    // Without explicit days, the first date determines them.
    const [, month, day] = typeof values.startsOn === 'string' ? values.startsOn.split('-').map(Number) : [];
    if (day && !weekdays && !days) {
      if (rule.frequency === 'WEEKLY') parts.push(t('rule.weekdays', { weekdays: weekday(weekdayOf(rule.startsOn)) }));
      if (rule.frequency === 'MONTHLY') parts.push(t('rule.days', { days: String(day) }));
      if (rule.frequency === 'YEARLY') parts.push(t('rule.date', { date: `${pad(day)}/${pad(month)}` }));
    }
  }
  const triggers = Array.isArray(values.triggers) ? (values.triggers as Triggered[]) : [];
  const metered = triggers
    .filter(({ meter, kind, value }) => meter && kind && value)
    .map(({ meter, kind, value, name, unitName }) =>
      t(`rule.meter.${kind}`, {
        meter: name || meter,
        value: [exact(Number(value)), unitName].filter(Boolean).join(' '),
      }),
    );
  return [...parts, ...metered].join(', ');
}

export function useRuleWords(): (values: object) => string {
  const { t, i18n } = useTranslation(maintenancePlan.name);
  const { exact } = useFormats();
  return values => wordsOf(t, i18n.language, exact, { ...values });
}
