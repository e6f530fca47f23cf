import { chakra } from '@chakra-ui/react';
import { allocate, oldestFirst } from '@lobby/shared/billing/allocate.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { unitToPay } from '@lobby/shared/modules/payment.contract.ts';
import { payment } from '@lobby/shared/modules/payment.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { residency } from '@lobby/shared/modules/resident.ts';
import { Printer, Wallet } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { useFeature } from '../../../kit/session/project.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../../kit/ui/figures/Sums.tsx';
import { RefInput } from '../../../kit/ui/form/inputs/choices/RefInput.tsx';
import { useRefs } from '../../../kit/ui/form/inputs/choices/ref-options.ts';
import { textOf } from '../../../kit/ui/form/inputs/input.ts';
import { readWhole } from '../../../kit/ui/form/inputs/numbers.ts';
import { focusFault } from '../../../kit/ui/keyboard/focus-fault.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { fundOf, lineOf, MethodAndFund, useMoneyPlace, type Way } from '../../fund/index.ts';
import { type Part, SecondMethod } from './SecondMethod.tsx';
import { TillAhead } from './TillAhead.tsx';
import { newPapers, PAPER_FIELDS, papersOf, TillMore } from './TillMore.tsx';
import { sourcesOf, TillSources } from './TillSources.tsx';

/** Maximum number of payment methods per receipt, as the server allows. */
const MOST_WAYS = 5;
const SURPLUS = receipt.fields.surplusTo.options;

const tillClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: 'minmax(0, 1fr) 320px', '2xl': 'minmax(0, 1fr) 360px' },
  gridAutoRows: 'max-content',
  alignItems: 'start',
  gap: '4',
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  px: '4',
  pb: '4',
  // One left edge with the title.
  '& > section[aria-label]': { mx: '0' },
  '& form': { display: 'grid', gap: '3', bg: 'bg.subtle', borderRadius: 'md', p: '4' },
  '& form > p': { textStyle: 'sm', color: 'fg.muted' },
});

/** A bill with its remaining amount and the late interest up to today. */
type OwedBill = AnswerOf<typeof unitToPay>['bills'][number];
/** Fields with error messages of their own; other errors are shown at the amount. */
const SHOWN = ['payerName', 'surplusServiceId', 'content', ...PAPER_FIELDS];
/** Service for a surplus paid in advance. */
const AHEAD = { kind: 'ref', to: 'service' } as const;

const lacksSlip = ({ way, reference }: { way: Way; reference: string }) => way.referenceRequired && !reference.trim();

/** Debts of a unit and the form of its payment; pays the oldest bills first unless bills are chosen. */
export function Till({ unitId }: { unitId: string }) {
  const { t } = useTranslation(['receipt', 'bill', 'books', 'usage', 'kit']);
  const { money, day, number } = useFormats();
  const navigate = useNavigate();
  const { idUnitGroup } = useParams();
  const mayTake = useCan(payment.code, 'write');
  const mayDeduct = useCan(unitAccount.code, 'deduct');
  const mayPlan = useCan(unitAccount.code, 'read');
  const owed = useContract<typeof unitToPay>('/payment/unit/:unitId', { params: { unitId }, follow: bill.code });
  const interestFirst = useFeature('INTEREST_BEFORE_PRINCIPAL');
  const place = useMoneyPlace('CASH');
  const homes = useRows(residency, { filter: { unitId: { in: [unitId] }, living: { in: ['true'] } }, limit: 20 });
  const head = homes.data?.find(({ role }) => role === 'HOUSEHOLDER') ?? homes.data?.[0];
  const [person] = useRefs('resident', head ? [head.residentId] : []);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState<string | null>(null);
  const [payer, setPayer] = useState<string | null>(null);
  const [content, setContent] = useState('');
  const [parts, setParts] = useState<readonly Part[]>([]);
  const [sources, setSources] = useState<Readonly<Record<string, string>>>({});
  const [surplusTo, setSurplusTo] = useState<(typeof SURPLUS)[number]>('UNIT_ACCOUNT');
  const [surplusServiceId, setSurplusServiceId] = useState('');
  const [papers, setPapers] = useState(newPapers);
  const [made, setMade] = useState<{ id: string; code: string } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { busy, error, code, faults, run } = useSubmit({ payerName: payer, surplusServiceId, content, ...papers });
  const isAtField = SHOWN.some(name => faults[name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, not for what is typed after it
  useEffect(() => {
    if (!busy && error) focusFault(form.current);
  }, [busy]);
  const keyOf = useIdempotencyKey();
  const bills = oldestFirst((owed.data?.bills ?? []).map(item => ({ ...item, remaining: item.left })));
  const chosen = bills.filter(({ id }) => !left.has(id));
  const sumOf = (all: typeof bills) => all.reduce((sum, { remaining, interest }) => sum + remaining + interest, 0);
  const late = bills.reduce((sum, { interest }) => sum + interest, 0);
  const due = sumOf(chosen);
  const amount = typed === null ? due : (readWhole(typed) ?? 0);
  const { allocations, rest } = allocate(chosen, amount, { interestFirst });
  // Principal and interest of a bill count as one bill.
  const paidBills = new Set(allocations.map(({ billId }) => billId)).size;
  const beside = parts
    .map(part => ({ ...part, ...fundOf(place.all, part.way, part.fundId), amount: readWhole(part.amount) ?? 0 }))
    .filter(part => part.amount > 0);
  const drawn = sourcesOf(sources);
  const byFirst = amount - [...beside, ...drawn].reduce((sum, part) => sum + part.amount, 0);
  const isPlaced = rest === 0 || surplusTo === 'UNIT_ACCOUNT' || surplusServiceId !== '';
  const payerName = payer ?? person?.name ?? '';
  const lacks = [
    amount <= 0 && 'amount',
    byFirst < 0 && 'over',
    !isPlaced && 'service',
    ((byFirst > 0 && !place.fundId) || beside.some(part => !part.fundId)) && 'fund',
    ((byFirst > 0 && lacksSlip(place)) || beside.some(lacksSlip)) && 'slip',
  ].find(Boolean);
  const pay = () =>
    run(async () => {
      const first = lineOf(place.way, place.fundId, place.reference, byFirst);
      const others = beside.map(part => lineOf(part.way, part.fundId, part.reference, part.amount));
      const body = {
        unitId,
        amount,
        ...papersOf(papers),
        payerName,
        ...(head && payer === null && { payerId: head.residentId }),
        allocations,
        methods: byFirst > 0 ? [first, ...others] : others,
        ...(drawn.length > 0 && { sources: drawn }),
        ...(rest > 0 && { surplusTo }),
        ...(rest > 0 && surplusTo === 'ADVANCE' && { surplusServiceId }),
        ...(content && { content }),
      };
      const { data } = await request<{ id: string; code: string }>('POST', `${payment.path}/single`, {
        ...scopeNow(),
        body,
        idempotencyKey: keyOf(body),
      });
      setMade(data);
      setTyped(null);
      setContent('');
      setLeft(new Set());
      setParts([]);
      place.setReference('');
      setSources({});
      setSurplusTo('UNIT_ACCOUNT');
      setSurplusServiceId('');
      setPapers(newPapers());
      toast({ tone: 'done', title: t('pay.done', { code: data.code }) });
    });
  if (owed.error && !owed.data) return <ErrorState title={t('books:failed')} onRetry={owed.again} />;
  if (!owed.data) return <SkeletonRows />;
  return (
    <>
      <Sums
        of={[
          [t('pay.owed'), money(sumOf(bills)), null, late > 0 && t('kit:money.withInterest', { amount: money(late) })],
          [t('pay.account'), money(owed.data.account)],
        ]}
      />
      {made && (
        <chakra.p px="4" pb="3" role="status">
          <Button icon={Printer} onClick={() => void navigate(`/print/${idUnitGroup}/receipt/${made.id}`)}>
            {t('pay.print')} {made.code}
          </Button>
        </chakra.p>
      )}
      <div className={tillClass()}>
        {bills.length === 0 ? (
          <Empty icon={Wallet} title={t('pay.nothing')} />
        ) : (
          <FigureTable<OwedBill>
            label={t('pay.owed')}
            cards
            rows={bills}
            keyOf={({ id }) => id}
            columns={[
              {
                key: 'service',
                label: t('usage:sheet.service'),
                cell: row => (
                  <Checkbox
                    label={<RefName to="service" id={row.serviceId} />}
                    checked={!left.has(row.id)}
                    onChange={({ target }) => {
                      const next = new Set(left);
                      if (target.checked) next.delete(row.id);
                      else next.add(row.id);
                      setLeft(next);
                      setTyped(null);
                    }}
                  />
                ),
                foot: t('books:debt.total'),
              },
              { key: 'month', label: t('bill:fields.month'), cell: row => day(row.month) },
              { key: 'dueDate', label: t('bill:fields.dueDate'), cell: row => (row.dueDate ? day(row.dueDate) : '') },
              {
                key: 'remaining',
                label: t('bill:fields.remaining'),
                figure: true,
                cell: row => money(row.left),
                foot: money(chosen.reduce((sum, { remaining }) => sum + remaining, 0)),
              },
              ...(bills.some(({ interest }) => interest > 0)
                ? [
                    {
                      key: 'interest',
                      label: t('bill:fields.interest'),
                      figure: true,
                      cell: (row: OwedBill) => (row.interest > 0 ? money(row.interest) : ''),
                      foot: money(chosen.reduce((sum, { interest }) => sum + interest, 0)),
                    },
                  ]
                : []),
              {
                key: 'paid',
                label: t('pay.now'),
                figure: true,
                cell: row => {
                  const parts = allocations.filter(({ billId }) => billId === row.id);
                  return parts.length > 0 ? money(parts.reduce((sum, part) => sum + part.amount, 0)) : '';
                },
                foot: money(amount - rest),
              },
            ]}
          />
        )}
        {mayTake && (
          <form
            ref={form}
            noValidate
            onSubmit={event => {
              event.preventDefault();
              if (!lacks && !busy) void pay();
            }}
          >
            <Field label={t('pay.received')} required error={isAtField ? '' : error} code={code}>
              <TextInput
                inputMode="numeric"
                value={typed ?? number(due)}
                onChange={event => setTyped(event.target.value)}
                onFocus={event => event.currentTarget.select()}
              />
            </Field>
            <Field label={t('fields.payerName')} required error={faults.payerName}>
              <TextInput value={payerName} maxLength={150} onChange={event => setPayer(event.target.value)} />
            </Field>
            <MethodAndFund place={place} />
            {[...parts, null].slice(0, MOST_WAYS - 1).map((part, n) => (
              <SecondMethod
                // biome-ignore lint/suspicious/noArrayIndexKey: ways have no name but their place
                key={n}
                value={part}
                first={place.way.kind}
                known={{ ways: place.ways, funds: place.all }}
                onChange={next => setParts([...parts.slice(0, n), ...(next ? [next] : []), ...parts.slice(n + 1)])}
              />
            ))}
            {mayDeduct && <TillSources {...owed.data} value={sources} onChange={setSources} />}
            {mayPlan && (
              <TillAhead
                unitId={unitId}
                onChoose={(serviceId, ahead) => {
                  setTyped(number(due + ahead));
                  setSurplusTo('ADVANCE');
                  setSurplusServiceId(serviceId);
                }}
              />
            )}
            {rest > 0 && (
              <Field label={t('fields.surplusTo')}>
                <Select
                  value={surplusTo}
                  choices={SURPLUS.map(value => ({ value, label: t(`options.surplusTo.${value}`) }))}
                  onChange={event => setSurplusTo(event.target.value as (typeof SURPLUS)[number])}
                />
              </Field>
            )}
            {rest > 0 && surplusTo === 'ADVANCE' && (
              <Field label={t('fields.surplusServiceId')} required error={faults.surplusServiceId}>
                <RefInput
                  id="surplusServiceId"
                  name="surplusServiceId"
                  field={AHEAD}
                  label={t('fields.surplusServiceId')}
                  invalid={false}
                  value={surplusServiceId}
                  onChange={value => setSurplusServiceId(textOf(value))}
                  onBlur={() => undefined}
                />
              </Field>
            )}
            <Field label={t('fields.content')} error={faults.content}>
              <TextInput value={content} maxLength={300} onChange={event => setContent(event.target.value)} />
            </Field>
            <TillMore value={papers} faults={faults} onChange={setPapers} />
            <p role="status">
              {paidBills > 0 && t('pay.chosen', { count: paidBills })}
              {allocations.length > 0 && amount < due && ` ${t('pay.short')}`}
              {rest > 0 && ` ${t('pay.rest')}: ${money(rest)}`}
              {lacks && ` ${t(`pay.lacks.${lacks}`)}`}
            </p>
            <Button type="submit" look="filled" size="lg" icon={Wallet} busy={busy} disabled={lacks !== undefined}>
              {t('pay.take', { amount: money(amount) })}
            </Button>
          </form>
        )}
      </div>
    </>
  );
}
