import type { cancelPreview } from '@lobby/shared/modules/utility-booking.contract.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { now } from '../../../kit/http/clock.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { ActionDialog } from '../../../kit/ui/actions/LazyActionDialog.tsx';
import { useAct } from '../../../kit/ui/actions/useAct.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { RefLink } from '../../../kit/ui/form/RefLink.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { PolicyBands } from '../../utility/index.ts';
import { type PartState, partsOf } from './parts.ts';
import { RefundLine } from './RefundLine.tsx';

const boxClass = styleClass({
  display: 'grid',
  gap: '4',
  '& h3': { textStyle: 'sm', fontWeight: 'semibold' },
  '& > p': { textStyle: 'sm', color: 'fg.muted' },
  '& ul[data-slips]': { m: '0', p: '0', listStyle: 'none', display: 'grid' },
});

/** Payments of a booking: each part with its state, vouchers and next action; price lines and refund policy. */
export function MoneyTab({ id }: { id: string }) {
  const { row, state } = useRecord(utilityBooking, id);
  return <DetailBody>{row && state === 'ready' ? <MoneyBox row={row} /> : <PartSkeleton />}</DetailBody>;
}

function MoneyBox({ row }: { row: RecordOf<typeof utilityBooking> }) {
  const { t } = useTranslation(utilityBooking.name);
  const say = useFieldWords(utilityBooking.name);
  const { money } = useFormats();
  const may = useCan(utilityBooking.code, 'updateStatus');
  const act = useAct(utilityBooking);
  const [asked, setAsked] = useState<NonNullable<PartState['act']> | null>(null);
  const parts = partsOf(row);
  const open = parts.filter(part => part.state === 'due');
  // In sequence: each refund creates a voucher, and the first refusal stops the rest.
  async function refundAll() {
    for (const { act: name } of open) if (name && !(await act(row, name, {}))) return;
  }
  return (
    <div className={boxClass()}>
      <FigureTable
        label={t('money.title')}
        cards
        rows={parts}
        keyOf={({ part }) => part}
        columns={[
          { key: 'part', label: t('fields.part'), cell: ({ part }) => t(`options.part.${part}`) },
          { key: 'cost', label: t('money.cost'), as: 'money' },
          { key: 'state', label: t('money.state'), cell: part => <State of={part} /> },
          {
            key: 'slips',
            label: t('money.slips'),
            cell: ({ slips }) => (
              <ul data-slips="">
                {slips.map(slip => (
                  <li key={slip.id}>
                    <RefLink to={slip.to} id={slip.id}>
                      {slip.number}
                    </RefLink>
                  </li>
                ))}
              </ul>
            ),
          },
          {
            key: 'act',
            label: '',
            cell: ({ act: name }) =>
              name && may && <Button onClick={() => setAsked(name)}>{`${t(`actions.${name}`)}…`}</Button>,
          },
        ]}
      />
      {open.length > 1 && may && (
        <Button look="filled" onClick={() => void refundAll()}>
          {t('money.all', { amount: money(open.reduce((sum, { due }) => sum + due, 0)) })}
        </Button>
      )}
      <Lines row={row} />
      <Policy row={row} />
      {asked && (
        <ActionDialog
          definition={utilityBooking}
          act={{ name: asked, action: utilityBooking.actions[asked] }}
          subject={row.code ?? ''}
          what={say.thing(row.code ?? '')}
          values={asked === 'pay-manual-deposit' ? { amount: row.deposit } : {}}
          onAct={input => act(row, asked, input)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function State({ of: { state, paid, due, refunded, kept } }: { of: PartState }) {
  const { t } = useTranslation(utilityBooking.name);
  const { money } = useFormats();
  const shown = { none: 0, unpaid: 0, paid, due, refunded }[state];
  return (
    <>
      {t(`money.states.${state}`, { amount: money(shown) })}
      {kept > 0 && ` · ${t('money.kept', { amount: money(kept) })}`}
    </>
  );
}

/** Calculation of fee and surcharges, like 2 × 100.000 ₫ × 1,5. */
function Lines({ row }: { row: RecordOf<typeof utilityBooking> }) {
  const { t } = useTranslation(utilityBooking.name);
  const { money, dateTime, number } = useFormats();
  const { feeLines = [], surchargeLines = [], feeVat, surchargeVat } = row;
  const vat = Number(feeVat ?? 0) + Number(surchargeVat ?? 0);
  const lines = [
    ...feeLines.map((line, n) => ({
      key: `fee ${n}`,
      what: line.from ? dateTime(line.from) : t('options.part.FEE'),
      how: [number(line.quantity), money(line.price), ...(line.factor === 1 ? [] : [number(line.factor)])].join(' × '),
      amount: line.amount,
    })),
    ...surchargeLines.map((line, n) => ({
      key: `surcharge ${n}`,
      what: line.name ?? '',
      how: `${number(line.quantity)} × ${money(line.price)}`,
      amount: line.amount,
    })),
  ];
  if (lines.length === 0) return null;
  return (
    <section>
      <h3>{t('money.how')}</h3>
      <FigureTable
        label={t('money.how')}
        rows={lines}
        keyOf={({ key }) => key}
        columns={[
          { key: 'what', label: t('fields.name'), cell: ({ what }) => what },
          { key: 'how', label: t('money.made'), figure: true, cell: ({ how }) => how },
          {
            key: 'amount',
            label: t('money.amount'),
            figure: true,
            cell: ({ amount }) => money(amount),
            foot: money(row.total ?? 0),
          },
        ]}
      />
      {vat > 0 && <p>{t('money.vat', { amount: money(vat) })}</p>}
    </section>
  );
}

/**
 * Refund policy of the booking, and the refund on cancellation now; a cancellation by the building refunds everything.
 */
function Policy({ row }: { row: RecordOf<typeof utilityBooking> }) {
  const { t } = useTranslation(utilityBooking.name);
  const { money } = useFormats();
  const { policy = [], startAt, cancelledAt, cancelledBy } = row;
  const runs = ['PENDING', 'APPROVED', 'WAITING_FOR_COMPLETED'].includes(row.status ?? '');
  const { data } = useContract<typeof cancelPreview>(
    '/utility-booking/:id/cancel-preview',
    runs && { params: { id: row.id }, follow: utilityBooking.code },
  );
  if (policy.length === 0) return <p>{t('money.noPolicy')}</p>;
  const tiers = policy;
  const at = cancelledAt ?? (runs ? new Date(now()).toISOString() : null);
  const back = cancelledAt ? partsOf(row).filter(({ due, refunded }) => due + refunded > 0) : [];
  return (
    <section>
      <h3>{t('fields.policy')}</h3>
      {at && startAt ? (
        <RefundLine
          policy={tiers}
          startAt={startAt}
          at={at}
          cancelled={Boolean(cancelledAt)}
          whole={cancelledAt ? cancelledBy !== 'RESIDENT' : false}
        />
      ) : (
        <PolicyBands policy={tiers} />
      )}
      {back.map(({ part, due, refunded }) => (
        <p key={part}>
          {t(`options.part.${part}`)}:{' '}
          {t(`money.states.${refunded ? 'refunded' : 'due'}`, { amount: money(refunded || due) })}
        </p>
      ))}
      {data && <p>{t('money.now', { amount: money(data.fee + data.surcharge + data.deposit) })}</p>}
    </section>
  );
}
