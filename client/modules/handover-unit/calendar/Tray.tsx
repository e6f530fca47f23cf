import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { styleClass } from '../../../theme/classes.ts';
import { Card } from './Card.tsx';
import type { Moves } from './useMoves.ts';

const trayClass = styleClass({
  flex: 'none',
  w: '200px',
  minH: '0',
  overflowY: 'auto',
  borderInlineStartWidth: '1px',
  borderColor: 'border',
  px: '3',
  pb: '4',
  display: { base: 'none', lg: 'block' },
  '& h3': { textStyle: 'sm', fontWeight: 'medium', m: '0', py: '2', display: 'flex', justifyContent: 'space-between' },
  '& h3 small': { color: 'fg.muted' },
  '& p': { textStyle: 'xs', color: 'fg.muted', m: '0', pb: '2' },
  '& ul': { listStyle: 'none', m: '0', p: '0', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '1.5' },
});

interface TrayProps {
  rows: readonly ListedOf<typeof handoverSchedule>[];
  moves: Moves;
  linkTo: (id: string) => string;
}

/** Unscheduled appointments, to be dragged onto a time. */
export function Tray({ rows, moves, linkTo }: TrayProps) {
  const { t } = useTranslation('handover-schedule');
  const { number } = useFormats();
  return (
    <aside className={trayClass()} aria-label={t('statuses.NOT_SCHEDULED')}>
      <h3>
        {t('statuses.NOT_SCHEDULED')} <small>{number(rows.length)}</small>
      </h3>
      <p>{t(rows.length > 0 ? 'lanes.tray' : 'lanes.trayNone')}</p>
      <ul>
        {rows.map(row => (
          <li key={row.id}>
            <Card row={row} to={linkTo(row.id)} moves={moves} />
          </li>
        ))}
      </ul>
    </aside>
  );
}
