import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { reminderPlan } from '@lobby/shared/modules/reminder.contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { VisuallyHidden } from '../../../kit/ui/marks/VisuallyHidden.tsx';
import { styleClass } from '../../../theme/classes.ts';

export type ReminderRow = AnswerOf<typeof reminderPlan>['rows'][number];

const whyClass = styleClass({
  '& small': { display: 'block', color: 'fg.muted' },
  '&[data-send]': { fontWeight: 'medium' },
});

interface RemindersTableProps {
  rows: readonly ReminderRow[];
  /** Reads what a household would get. */
  onRead: (row: ReminderRow) => void;
  /** Excludes a unit. */
  onLeave: ((row: ReminderRow) => void) | null;
}

/** Units of a reminder day with their outcomes. */
export function RemindersTable({ rows, onRead, onLeave }: RemindersTableProps) {
  const { t } = useTranslation(['reminder-rule', 'notice-delivery', 'notice-run', 'books']);
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
                <small>{row.channels.map(channel => t(`notice-delivery:options.channel.${channel}`)).join(', ')}</small>
              )}
              {row.reason && <small>{row.reason}</small>}
            </span>
          ),
        },
        { key: 'owed', label: t('day.owed'), as: 'money' },
        { key: 'due', label: t('day.due'), figure: true, cell: row => written(row.dueDate) },
        { key: 'late', label: t('day.late'), figure: true, cell: row => number(row.daysLate) },
        { key: 'fee', label: t('day.fee'), figure: true, cell: row => money(row.lateFee) },
        {
          key: 'act',
          label: <VisuallyHidden>{t('notice-run:plan.tab')}</VisuallyHidden>,
          cell: row =>
            row.outcome === 'SEND' && (
              <>
                <Button size="sm" look="ghost" onClick={() => onRead(row)}>
                  {t('notice-run:plan.tab')}
                </Button>{' '}
                {onLeave && (
                  <Button size="sm" onClick={() => onLeave(row)}>
                    {t('day.leave')}
                  </Button>
                )}
              </>
            ),
        },
      ]}
    />
  );
}
