import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useMovedFocus } from '../../../kit/ui/keyboard/useMovedFocus.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { entryStyle } from '../../../kit/ui/marks/entryStyle.ts';
import { styleClass } from '../../../theme/classes.ts';
import { isPassed } from './times.ts';
import type { Moves } from './useMoves.ts';

const cardClass = styleClass({
  display: 'block',
  minW: '0',
  h: 'full',
  overflow: 'hidden',
  px: '2',
  py: '1',
  textStyle: 'xs',
  ...entryStyle,
  '&[draggable=true]': { cursor: 'grab' },
  '&[aria-busy=true]': { opacity: '0.6' },
  '& > b': { display: 'block', fontWeight: 'semibold' },
  '& > span': { display: 'block', color: 'fg.muted' },
  '& > time': { fontFamily: 'figures' },
});

interface CardProps {
  row: ListedOf<typeof handoverSchedule>;
  to: string;
  moves: Moves;
  /** Shows the engineer, where the lane does not. */
  named?: boolean;
}

/** An appointment in the calendar, moved by drag or keys. */
export function Card({ row, to, moves, named }: CardProps) {
  const { t } = useTranslation(handoverSchedule.name);
  const { time } = useFormats();
  const { id, unitId, ownerId, employeeId, scheduledAt, endAt, status, confirmedByResident, round } = row;
  const late = isPassed(row);
  const element = useMovedFocus(id);
  return (
    <Link
      ref={element}
      to={to}
      className={cardClass()}
      data-tone={late ? 'bad' : handoverSchedule.statuses[status].tone}
      data-appointment={id}
      aria-busy={moves.busy === id}
      title={[t(`statuses.${status}`), moves.canMove(status) && t('lanes.help')].filter(Boolean).join(' · ')}
      {...moves.card(row)}
    >
      <b className="cut">
        <RefName to="unit" id={unitId ?? ''} />
        {round > 1 && ` · ${t('lanes.round', { round })}`}
      </b>
      {scheduledAt && (
        <time dateTime={scheduledAt}>
          {time(scheduledAt)}
          {endAt && `–${time(endAt)}`}
        </time>
      )}
      {late && ` · ${t('lanes.passed')}`}
      {status === 'PENDING_EXECUTION' && !late && !confirmedByResident && ` · ${t('lanes.unconfirmed')}`}
      {ownerId && (
        <span className="cut">
          <RefName to="resident" id={ownerId} />
        </span>
      )}
      {named && employeeId && (
        <span className="cut">
          <RefName to="employee" id={employeeId} />
        </span>
      )}
    </Link>
  );
}
