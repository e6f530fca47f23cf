import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { VisuallyHidden } from '../../kit/ui/marks/VisuallyHidden.tsx';
import { styleClass } from '../../theme/classes.ts';

export interface ReminderRow {
  noticeId: string;
  unitId: string;
  month: string;
  dueDate: string;
  kind: string;
  outcome: string;
  reason: string;
  owed: number;
  daysLate: number;
  lateFee: number;
  channels: string[];
}
const whyClass = styleClass({
  '& small': { display: 'block', color: 'fg.muted' },
  '&[data-send]': { fontWeight: 'medium' },
});

/** Units of a reminder day with their outcomes; `onLeave` excludes a unit. */
export function RemindersTable({
  rows,
  onLeave,
}: {
  rows: ReminderRow[];
  onLeave: ((row: ReminderRow) => void) | null;
}) {
  const { t } = useTranslation(['reminder-rule', 'notice-delivery', 'books']);
  const { money, number, day: written } = useFormats();
  return (
    <FigureTable<ReminderRow>
      label={t('day.title')}
      cards
      rows={rows}
      keyOf={row => `${row.noticeId} ${row.kind}`}
      columns={[
        { key: 'unit', label: t('day.unit'), cell: row => <RefName to="unit" id={row.unitId} /> },
        { key: 'kind', label: t('fields.kind'), cell: row => t(`options.kind.${row.kind}`) },
        {
          key: 'outcome',
          label: t('day.outcome'),
          cell: row => (
            <span className={whyClass()} data-send={row.outcome === 'SEND' ? '' : undefined}>
              {t(`outcomes.${row.outcome}`)}
              {row.outcome === 'SEND' && (
                <small>{row.channels.map(one => t(`notice-delivery:options.channel.${one}`)).join(', ')}</small>
              )}
              {row.reason && <small>{row.reason}</small>}
            </span>
          ),
        },
        { key: 'owed', label: t('day.owed'), as: 'money' },
        { key: 'due', label: t('day.due'), figure: true, cell: row => written(row.dueDate) },
        { key: 'late', label: t('day.late'), figure: true, cell: row => number(row.daysLate) },
        { key: 'fee', label: t('day.fee'), figure: true, cell: row => money(row.lateFee) },
        ...(onLeave
          ? [
              {
                key: 'act',
                label: <VisuallyHidden>{t('day.leave')}</VisuallyHidden>,
                cell: (row: ReminderRow) =>
                  row.outcome === 'SEND' && (
                    <Button size="sm" onClick={() => onLeave(row)}>
                      {t('day.leave')}
                    </Button>
                  ),
              },
            ]
          : []),
      ]}
    />
  );
}
