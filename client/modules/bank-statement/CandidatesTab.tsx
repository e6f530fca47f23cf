import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { type BankStatementLine, bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { fundTransfer } from '@lobby/shared/modules/fund.ts';
import type { unitToPay } from '@lobby/shared/modules/payment.contract.ts';
import { payment } from '@lobby/shared/modules/payment.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { useAct } from '../../kit/ui/actions/useAct.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { RefLink } from '../../kit/ui/form/RefLink.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../theme/classes.ts';

type Suggestion = BankStatementLine['suggestions'][number];

const listClass = styleClass({
  display: 'grid',
  gap: '3',
  '& > article': { borderWidth: '1px', borderColor: 'border', borderRadius: 'md', p: '3', display: 'grid', gap: '2' },
  '& header': { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' },
  '& header > i': { flex: '1' },
  '& small': { color: 'fg.muted' },
  '& ul': { listStyle: 'none', p: '0', m: '0', textStyle: 'sm' },
  '& li': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '3',
    fontFamily: 'figures',
  },
  '& mark': { bg: 'accent.subtle', color: 'inherit', borderRadius: 'sm' },
});

interface Allocated {
  billId: string;
  amount: number;
}

interface AllocationProps {
  unitId: string;
  amount: number;
  /** Chosen bill ids; null: oldest first. */
  chosen: ReadonlySet<string> | null;
  onChoose: (chosen: ReadonlySet<string>, allocations: Allocated[]) => void;
  may: boolean;
}

/** Allocation of an amount to a unit's bills: oldest first, or the chosen ones. */
function Allocation({ unitId, amount, chosen, onChoose, may }: AllocationProps) {
  const { t } = useTranslation(bankStatementLine.name);
  const { money } = useFormats();
  const mayRead = useCan(payment.code, 'read');
  const { data } = useContract<typeof unitToPay>(
    '/payment/unit/:unitId',
    mayRead && { params: { unitId }, follow: 'BILL' },
  );
  if (!data) return null;
  const partsOf = (only: ReadonlySet<string> | null) => {
    let left = amount;
    const parts = data.bills.map(bill => {
      const paid = only && !only.has(bill.id) ? 0 : Math.min(bill.left, left);
      left -= paid;
      return { ...bill, paid };
    });
    return { parts, left };
  };
  const { parts, left } = partsOf(chosen);
  const paidNow = new Set(parts.flatMap(({ id, paid }) => (paid > 0 ? id : [])));
  const choose = (id: string, on: boolean) => {
    const next = new Set(chosen ?? paidNow);
    if (on) next.add(id);
    else next.delete(id);
    const chosenBills = partsOf(next).parts.flatMap(part =>
      part.paid > 0 ? { billId: part.id, amount: part.paid } : [],
    );
    onChoose(next, chosenBills);
  };
  return (
    <>
      <small>{t('candidates.pays')}</small>
      <ul>
        {parts.map(({ id, code, month: of, paid }) => (
          <li key={id}>
            <Checkbox
              disabled={!may}
              checked={paidNow.has(id)}
              onChange={event => choose(id, event.target.checked)}
              label={`${code} · ${sayDay(of)}`}
            />
            <span>{paid > 0 ? money(paid) : ''}</span>
          </li>
        ))}
        {left > 0 && <li>{t('candidates.surplus', { amount: money(left) })}</li>}
      </ul>
    </>
  );
}

const VOUCHERS = [
  ['receiptId', receipt],
  ['payslipId', payslip],
  ['transferId', fundTransfer],
] as const;

interface CandidateProps {
  row: RecordOf<typeof bankStatementLine>;
  suggestion: Suggestion;
  amount: number;
  mayTake: boolean;
}

/** A suggested unit or existing voucher for a line. */
function Candidate({ row, suggestion, amount, mayTake }: CandidateProps) {
  const { t } = useTranslation(bankStatementLine.name);
  const act = useAct(bankStatementLine);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<{ bills: ReadonlySet<string>; allocations: Allocated[] } | null>(null);
  const voucher = VOUCHERS.find(([field]) => suggestion[field]);
  const [name, input] = voucher
    ? (['link', { [voucher[0]]: suggestion[voucher[0]] }] as const)
    : (['match', { unitId: suggestion.unitId, ...(chosen && { allocations: chosen.allocations }) }] as const);
  const take = () => {
    setBusy(true);
    void act(row, name, input)
      .catch(() => false)
      .finally(() => setBusy(false));
  };
  return (
    <article>
      <header>
        {voucher && (
          <RefLink to={voucher[1].name} id={String(suggestion[voucher[0]])}>
            <RefName to={voucher[1].name} id={String(suggestion[voucher[0]])} />
          </RefLink>
        )}
        {suggestion.unitId && (
          <RefLink to={unit.name} id={suggestion.unitId}>
            <RefName to={unit.name} id={suggestion.unitId} />
          </RefLink>
        )}
        {suggestion.noticeId && (
          <RefLink to={feeNotice.name} id={suggestion.noticeId}>
            <RefName to={feeNotice.name} id={suggestion.noticeId} />
          </RefLink>
        )}
        <small>{t(`options.rule.${suggestion.rule}`)}</small>
        <i />
        {mayTake && (
          <Button size="sm" look="filled" busy={busy} onClick={take}>
            {t(voucher ? 'candidates.link' : 'candidates.take')}
          </Button>
        )}
      </header>
      {!voucher && suggestion.unitId && (
        <Allocation
          unitId={suggestion.unitId}
          amount={amount}
          chosen={chosen?.bills ?? null}
          onChoose={(bills, allocations) => setChosen({ bills, allocations })}
          may={mayTake}
        />
      )}
    </article>
  );
}

/** A related line: the one in conflict, or the one reversed by this line. */
function OtherLine({ id, label }: { id: string; label: string }) {
  const { money, date } = useFormats();
  const { row } = useRecord(bankStatementLine, id);
  if (!row) return null;
  return (
    <article>
      <header>
        <strong>{label}</strong>
        <i />
        <span>{money(row.amount ?? 0)}</span>
      </header>
      <span>
        {row.bookedOn && date(row.bookedOn)} · {row.content}
      </span>
    </article>
  );
}

/** Suggestions for a line by confidence with their allocations; for a conflict both lines. */
export function CandidatesTab({ id }: { id: string }) {
  const { t } = useTranslation(bankStatementLine.name);
  const mayTake = useCan(bankStatementLine.code, 'write');
  const { row } = useRecord(bankStatementLine, id);
  if (!row) return null;
  const suggestions: readonly Suggestion[] = row.suggestions ?? [];
  const isOpen = row.status === 'UNMATCHED' || row.status === 'SUGGESTED';
  return (
    <DetailBody>
      <div className={listClass()}>
        {row.conflictWith && (
          <>
            <OtherLine id={id} label={t('candidates.thisLine')} />
            <OtherLine id={row.conflictWith} label={t('candidates.otherLine')} />
          </>
        )}
        {row.reversalOf && <OtherLine id={row.reversalOf} label={t('candidates.reversed')} />}
        {suggestions.map(suggestion => (
          <Candidate
            key={[
              suggestion.rule,
              suggestion.unitId,
              suggestion.receiptId,
              suggestion.payslipId,
              suggestion.transferId,
            ].join()}
            row={row}
            suggestion={suggestion}
            amount={row.amount ?? 0}
            mayTake={mayTake && isOpen}
          />
        ))}
        {suggestions.length === 0 && <p>{t('candidates.none')}</p>}
      </div>
    </DetailBody>
  );
}
