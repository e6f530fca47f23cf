import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { progressLook } from '../../../kit/ui/marks/progress-look.ts';
import { styleClass } from '../../../theme/classes.ts';
import { lineClass } from './MonthState.tsx';

const GOING = ['PREVIEWING', 'RUNNING', 'PAUSED'] as const;
const progressClass = styleClass({ ...progressLook, w: '160px' });

/** Billing runs in progress, with links. */
export function GoingRuns() {
  const { t } = useTranslation('bill-run');
  const { number, day } = useFormats();
  const { idUnitGroup } = useParams();
  const { data } = useRows(billRun, {
    follow: billRun.code,
    delay: 1000,
    filter: { status: { in: GOING } },
    limit: 3,
  });
  if (!data || data.length === 0) return null;
  return (
    <ul className={lineClass()} aria-label={t('plural')}>
      {data.map(({ id, code, month, status, done, units }) => (
        <li key={id}>
          <Link to={`/projects/${idUnitGroup}/${billRun.route}?id=${id}`}>
            <b>{code}</b> {day(month)} · {t(`statuses.${status}`)} {number(done ?? 0)} / {number(units ?? 0)}
            <progress className={progressClass()} max={units ?? 1} value={done ?? 0} aria-label={code ?? ''} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
