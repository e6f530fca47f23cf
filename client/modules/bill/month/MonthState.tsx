import { bill } from '@lobby/shared/modules/bill.ts';
import type { runScope } from '@lobby/shared/modules/bill-run.contract.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { styleClass } from '../../../theme/classes.ts';

export const lineClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  flex: 'none',
  listStyle: 'none',
  m: '0',
  px: '4',
  py: '1.5',
  textStyle: 'sm',
  color: 'fg.muted',
  '& b': { color: 'fg', fontWeight: 'semibold', fontFamily: 'figures' },
  '& a': { color: 'inherit', minH: 'target', display: 'inline-flex', alignItems: 'center', gap: '1' },
});

interface MonthStateProps extends Record<'drafts' | 'unpublished' | 'published', number> {
  month: string;
}

/** State of a billing month: missing readings, drafts, bills without notice, published ones. */
export function MonthState({ month, drafts, unpublished, published }: MonthStateProps) {
  const { t } = useTranslation('bill');
  const { number } = useFormats();
  const { idUnitGroup } = useParams();
  const { data: scope } = useContract<typeof runScope>('/bill/run/scope', {
    follow: usage.code,
    delay: 1500,
    query: { month },
  });
  const of = `month=${month}..${month}`;
  const released = `${bill.route}?tab=all&status=ACTIVE&type=NORMAL&${of}`;
  const steps = [
    [
      'readings',
      scope?.services.reduce((sum, service) => sum + service.readingsMissing, 0),
      `${usage.route}?month=${month}`,
    ],
    ['drafts', drafts, `${bill.route}?tab=drafts&${of}`],
    ['unpublished', unpublished, `${released}&publication=UNPUBLISHED,EDITED`],
    ['published', published, `${released}&publication=PUBLISHED`],
  ] as const;
  const open = steps.filter(([, value]) => value);
  if (open.length === 0) return null;
  return (
    <ul className={lineClass()} aria-label={t('monthState.label')}>
      {open.map(([name, value, to]) => (
        <li key={name}>
          <Link to={`/projects/${idUnitGroup}/${to}`}>
            {t(`monthState.${name}`)} <b>{number(value ?? 0)}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
}
