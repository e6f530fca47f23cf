import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import type { reminderMonth } from '@lobby/shared/modules/reminder.contract.ts';
import { reminderRule } from '@lobby/shared/modules/reminder.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { thisMonth } from '../../../kit/ui/today.ts';

type DayOfMonth = AnswerOf<typeof reminderMonth>[number];
const LEVELS = ['level1', 'level2', 'level3'] as const;

/** Reminder days of a month with the numbers by level; a click opens the day. */
export function MonthDialog({ onClose, onDay }: { onClose: () => void; onDay: (day: string) => void }) {
  const { t } = useTranslation(['reminder-rule', 'common']);
  const { day: written, number } = useFormats();
  const [month, setMonth] = useState(thisMonth());
  const { data } = useContract<typeof reminderMonth>('/fee-notice/reminder-plan/month', {
    query: { month },
    follow: reminderRule.code,
    delay: 2000,
  });
  const rows = (data ?? []).filter(({ levels }) => levels.some(count => count > 0));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('month.title')}
      footer={<Button onClick={onClose}>{t('common:act.close')}</Button>}
    >
      <Field label={t('month.title')}>
        <DayInput
          kind="month"
          label={t('month.title')}
          value={month}
          max={addMonths(thisMonth(), 1)}
          onChange={setMonth}
        />
      </Field>
      <FigureTable<DayOfMonth>
        label={t('month.title')}
        rows={rows}
        keyOf={row => row.day}
        columns={[
          {
            key: 'day',
            label: t('month.day'),
            cell: row => (
              <Button size="sm" look="ghost" onClick={() => onDay(row.day)}>
                {written(row.day)}
              </Button>
            ),
          },
          ...LEVELS.map((key, at) => ({
            key,
            label: t(`month.${key}`),
            figure: true,
            cell: (row: DayOfMonth) => (row.levels[at] ? number(row.levels[at]) : ''),
            foot: number(rows.reduce((sum, row) => sum + (row.levels[at] ?? 0), 0)),
          })),
        ]}
      />
      {data && rows.length === 0 && <p>{t('day.nobody')}</p>}
    </Dialog>
  );
}
