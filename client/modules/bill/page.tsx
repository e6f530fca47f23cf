import type { billInterest } from '@lobby/shared/modules/bill.contract.ts';
import { type BillRow, bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { ActionDialog } from '../../kit/ui/actions/LazyActionDialog.tsx';
import { useAct } from '../../kit/ui/actions/useAct.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { thisMonth } from '../../kit/ui/today.ts';
import { AdjustDialog } from './adjustment/AdjustDialog.tsx';
import { BillStrip } from './month/BillStrip.tsx';
import { CollectButton } from './month/CollectButton.tsx';
import { Calculation, Payments, Readings } from './tabs/Calculation.tsx';
import { InterestTab } from './tabs/InterestTab.tsx';

const FORM = pairedForm(['unitId', 'serviceId', 'month', 'dueDate', 'amount', 'vatRate'], ['content']);
const DISCOUNT = ['discountType', 'discountPercent', 'discountAmount', 'changeReason'] as const;
/** Bills created by a run: only due date and discount are editable. */
const EDIT_COUNTED = pairedForm(['dueDate', ...DISCOUNT], ['note']);
const EDIT_RELEASED = pairedForm(['dueDate', 'amount', 'vatRate', ...DISCOUNT], ['content', 'note']);
const EDIT_DRAFT = pairedForm(
  ['unitId', 'serviceId', 'month', 'dueDate', 'amount', 'vatRate', ...DISCOUNT],
  ['content', 'note'],
);
const WIDTHS = {
  unitId: 84,
  residentId: 156,
  serviceId: 152,
  month: 76,
  quantity: 96,
  total: 112,
  paid: 112,
  remaining: 112,
  dueDate: 132,
};

/** Names the charge before the service if it is not the service itself. */
function Charged({ row: { createdFor, serviceId } }: { row: BillRow }) {
  const say = useFieldWords(bill.name);
  return (
    <>
      {say.option('createdFor', createdFor)} · <RefName to="service" id={serviceId} />
    </>
  );
}
const CELLS = {
  serviceId: (row: BillRow) => (row.createdFor === 'SERVICE' ? null : <Charged row={row} />),
};

/** Bills by month: drafts, released, paid. */
export function Component() {
  const { t } = useTranslation('bill');
  return (
    <RecordsPage
      definition={bill}
      widths={WIDTHS}
      cells={CELLS}
      strip={<BillStrip />}
      headExtras={<Make />}
      // Bills of a month are made by a run; one by hand is the exception.
      second
      form={FORM}
      detail={{
        edit: ({ createType, status }) => {
          if (createType === 'AUTO') return EDIT_COUNTED;
          return status === 'ACTIVE' ? EDIT_RELEASED : EDIT_DRAFT;
        },
        parts: row => {
          const isCounted = (row.originalTotal ?? 0) !== 0;
          return {
            ...((row.newIndex ?? null) !== null && { readings: <Readings row={row} /> }),
            ...(isCounted && { calculation: <Calculation row={row} /> }),
            ...((row.paid ?? 0) > 0 && { payment: usual => <Payments row={row}>{usual}</Payments> }),
          };
        },
        extraTabs: id => [{ value: 'interest', label: t('fields.interest'), content: <InterestTab id={id} /> }],
        // Hidden here: InterestActs offers both by the interest accrued today, independent of the overdue flag.
        wording: ({ createdFor, status }) => ({
          'charge-interest': null,
          'waive-interest': null,
          // Released opening debts are adjusted, not cancelled; the server refuses it.
          ...(createdFor === 'DEBT' && status === 'ACTIVE' && { cancel: null }),
        }),
        lead: row =>
          row.status === 'ACTIVE' && row.unitId && (row.remaining ?? 0) > 0 && <CollectButton unitId={row.unitId} />,
        actionsExtra: row => (
          <>
            <Adjust row={row} />
            {row.status === 'ACTIVE' && row.type === 'NORMAL' && row.createdFor !== 'INTEREST' && (
              <InterestActs row={row} />
            )}
          </>
        ),
      }}
    />
  );
}

/** Opens the billing run of the current month. */
function Make() {
  const { t } = useTranslation('menu');
  const may = useCan(bill.code, 'write');
  const phone = usePhone();
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  if (!may || phone) return null;
  const to = `/projects/${idUnitGroup}/${billRun.route}?start=${thisMonth()}`;
  return (
    <Button size="sm" look="filled" icon={CalendarPlus} onClick={() => void navigate(to)}>
      {t('billRuns')}
    </Button>
  );
}

/** Charges or waives the late interest of a bill; nothing for a bill without. */
function InterestActs({ row }: { row: RecordOf<typeof bill> }) {
  const { t } = useTranslation('bill');
  const { money } = useFormats();
  const [charge, waive] = [bill.actions['charge-interest'], bill.actions['waive-interest']];
  const mayCharge = useCan(bill.code, charge.flag);
  const mayWaive = useCan(bill.code, waive.flag);
  const { data } = useContract<typeof billInterest>(
    '/bill/:id/interest',
    (mayCharge || mayWaive) && { params: { id: row.id }, follow: bill.code, delay: 800 },
  );
  const act = useAct(bill);
  const say = useFieldWords(bill.name);
  const { busy, run } = useSubmit();
  const [asked, setAsked] = useState(false);
  if (!data || data.accrued + data.left === 0) return null;
  return (
    <>
      {mayCharge && data.accrued > 0 && (
        <Button busy={busy} onClick={() => void run(async () => void (await act(row, 'charge-interest')))}>
          {t('actions.charge-interest')}
        </Button>
      )}
      {mayWaive && <Button onClick={() => setAsked(true)}>{t('actions.waive-interest')}…</Button>}
      {asked && (
        <ActionDialog
          definition={bill}
          act={{ name: 'waive-interest', action: waive }}
          subject={say.called(bill, row) || say.one}
          what={say.thing(say.called(bill, row))}
          onAct={input => act(row, 'waive-interest', input)}
          onClose={() => setAsked(false)}
        >
          {t('late.whole', {
            amount: money(data.accrued + data.left),
            left: money(data.left),
            accrued: money(data.accrued),
          })}
        </ActionDialog>
      )}
    </>
  );
}

/** Opens the adjustment of a released bill that was not adjusted yet. */
function Adjust({ row }: { row: RecordOf<typeof bill> }) {
  const { t } = useTranslation('bill');
  const may = useCan(bill.code, bill.actions.correct.flag);
  const [open, setOpen] = useState(false);
  if (!may || row.status !== 'ACTIVE' || row.type !== 'NORMAL' || row.adjusted) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('actions.adjust')}…</Button>
      {open && <AdjustDialog row={row} onClose={() => setOpen(false)} />}
    </>
  );
}
