import { budget } from '@lobby/shared/modules/budget.ts';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { today } from '../../kit/ui/today.ts';
import { ActualTab } from './ActualTab.tsx';
import { FromActual } from './FromActual.tsx';
import { BudgetLines } from './LinesInput.tsx';
import { Revise } from './Revise.tsx';

const HEAD = ['year', 'name', 'purpose', 'blockId', 'warnPercent'] as const;
const LATER = ['attachments', 'note'] as const;
const WIDTHS = { year: 80, name: 240, purpose: 140, blockId: 140, edition: 90, incomeTotal: 150, expenseTotal: 150 };

/** Budgets by year, and what is left of them. */
export function Component() {
  const { t } = useTranslation(budget.name);
  const mayWrite = useCan(budget.code, 'write');
  const maySee = useCan(budget.code, 'aggregate');
  const [asking, setAsking] = useState(false);
  const form = {
    size: 'wide' as const,
    fields: [...HEAD, 'lines', ...LATER] as const,
    children: (
      <>
        <FieldPairs names={HEAD} />
        <BudgetLines />
        <FieldPairs names={[]} wide={LATER} />
      </>
    ),
    defaults: { year: Number(today().slice(0, 4)) + 1, purpose: 'OPERATION' },
  };
  const extraTabs = (id: string) =>
    maySee ? [{ value: 'actual', label: t('actual.tab'), content: <ActualTab id={id} /> }] : [];
  return (
    <>
      <RecordsPage
        definition={budget}
        widths={WIDTHS}
        form={form}
        headExtras={
          mayWrite && <IconButton icon={CalendarPlus} label={t('fromActual.title')} onClick={() => setAsking(true)} />
        }
        detail={{ extraTabs, actionsExtra: row => mayWrite && row.status === 'APPROVED' && <Revise id={row.id} /> }}
      />
      {asking && <FromActual onClose={() => setAsking(false)} />}
    </>
  );
}
