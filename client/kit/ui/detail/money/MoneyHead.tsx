import { daysBetween } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { owes } from '@lobby/shared/kit/money.contract.ts';
import { isDueBy, isLate, isPayable, leftAtHead, type MoneyShape, moneyOf, OWES } from '@lobby/shared/kit/money.ts';
import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { styleClass } from '../../../../theme/classes.ts';
import type { Row } from '../../../base/matches.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useContract } from '../../../live/useContract.ts';
import { targetOf } from '../../../records/definitions.ts';
import { useRefName } from '../../../refs/refs.ts';
import { useCan } from '../../../session/permissions.ts';
import { projectIdAtom } from '../../../session/session.ts';
import { useFieldWords } from '../../form/form-context.ts';
import { RefLink } from '../../form/RefLink.tsx';
import { Late, Status } from '../../marks/Status.tsx';
import { today } from '../../today.ts';
import { Subject } from '../Subject.tsx';

const headClass = styleClass({
  display: 'grid',
  rowGap: '0.5',
  '& a': {
    color: 'accent.fg',
    textDecoration: 'underline',
    textDecorationColor: 'border.control',
    textUnderlineOffset: '3px',
  },
  '& > div': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: '3' },
  '& > :nth-child(1)': { display: 'flex', gap: '2', alignItems: 'center', justifyContent: 'space-between' },
  '& h2': { textStyle: 'md', fontWeight: 'semibold', minW: '0', overflowWrap: 'anywhere' },
  '& [data-amount]': { textStyle: 'xl', fontWeight: 'semibold', whiteSpace: 'nowrap' },
  '& small': { textStyle: 'sm', color: 'fg.muted', whiteSpace: 'nowrap' },
  '& [data-due]': { ms: { sm: 'auto' }, color: 'fg.muted', whiteSpace: 'nowrap' },
  '& [data-due=soon]': { color: 'waiting.fg' },
  '& [data-due=late]': { color: 'bad.fg' },
  '& > p': { color: 'fg.muted', '& > [data-whole]': { display: 'inline-block', whiteSpace: 'pre' } },
});

interface MoneyHeadProps {
  definition: Definition;
  shape: MoneyShape;
  row: Row;
}

/** Head of a money record: unit and purpose, status; amount and due day; payer, and the unit's total debt. */
export function MoneyHead({ definition, shape, row }: MoneyHeadProps) {
  const { t } = useTranslation('kit');
  const { money } = useFormats();
  const { amount } = moneyOf(shape, row);
  const open = leftAtHead(shape, row);
  return (
    <div className={headClass()}>
      <div>
        <h2>
          <Subject definition={definition} shape={shape} row={row} />
        </h2>
        {isLate(shape, row, today()) ? (
          <Late>{t('money.late')}</Late>
        ) : (
          <State definition={definition} shape={shape} row={row} />
        )}
      </div>
      <div>
        <span>
          {open !== null && `${t('money.left')} `}
          <span data-amount="">{money(open ?? amount)}</span>
          {open !== null && <small> {t('money.ofAmount', { amount: money(amount) })}</small>}
        </span>
        <Day shape={shape} row={row} open={isDueBy(shape, row, definition.statuses)} />
      </div>
      <Who shape={shape} row={row} />
    </div>
  );
}

function State({ definition, shape, row }: MoneyHeadProps) {
  const say = useFieldWords(definition.name);
  const status = String(row.status);
  const field = shape.state && definition.fields[shape.state.field];
  const isSaid = isPayable(shape, row) && field?.kind === 'choice' && field.states;
  const value = isSaid && shape.state ? String(row[shape.state.field]) : status;
  const state = isSaid ? field.states?.[value] : definition.statuses?.[status];
  if (!state) return null;
  return (
    <Status tone={state.tone} icon={state.icon}>
      {isSaid && shape.state ? say.option(shape.state.field, value) : say.status(value)}
    </Status>
  );
}

/** Due day with the remaining time, or the day of the payment. */
function Day({ shape: { due, on }, row, open }: { shape: MoneyShape; row: Row; open: boolean }) {
  const { t } = useTranslation(['kit', 'common']);
  const { day } = useFormats();
  const text = (name: string | undefined) => (name && typeof row[name] === 'string' ? row[name] : null);
  const until = text(due);
  const moved = text(on);
  if (!until) return moved && <span data-due="">{t('money.on', { day: day(moved) })}</span>;
  const days = daysBetween(today(), until);
  const span = t('common:time.day', { count: Math.abs(days) });
  const far =
    days < 0 ? t('common:time.over', { span }) : days === 0 ? t('money.today') : t('common:time.left', { span });
  return (
    <span data-due={open ? (days < 0 ? 'late' : days <= SOON ? 'soon' : '') : ''}>
      {t('money.due', { day: day(until) })}
      {open && ` · ${far}`}
    </span>
  );
}
/** Days before the due day from which it is highlighted. */
const SOON = 7;

/** Name of payer or payee, and the unit's total debt. */
function Who({ shape, row }: { shape: MoneyShape; row: Row }) {
  const { t } = useTranslation(['kit', OWES.of]);
  const { money } = useFormats();
  const projectId = useAtomValue(projectIdAtom) ?? '';
  const mayRead = useCan(OWES.module, 'read');
  const unitId = shape.owed && mayRead && typeof row.unitId === 'string' && row.unitId;
  const { data } = useContract<typeof owes>(
    '/bill/units/:unitId/owes',
    unitId && { params: { unitId }, follow: OWES.module, delay: 800 },
  );
  const head = useRefName('resident', shape.person ? null : data?.householderId);
  const payer = shape.person && row[shape.person];
  const who = payer
    ? String(payer)
    : head &&
      data?.householderId && (
        <>
          <RefLink to="resident" id={data.householderId}>
            {head}
          </RefLink>
          {`, ${t('money.householder')}`}
        </>
      );
  const owed = data && data.owed > 0 && (
    <>
      {t('money.owes')}{' '}
      <Link to={`/projects/${projectId}/${targetOf(OWES.of).route}?tab=owed&unitId=${row.unitId}`}>
        {money(data.owed)}
      </Link>
      {data.interest > 0 && (
        <span data-whole="">
          {' ('}
          {t('money.withInterest', { amount: money(data.interest) })}
          {data.accrued > 0 && `, ${t(`${OWES.of}:how.uncharged`, { amount: money(data.accrued) })}`})
        </span>
      )}
    </>
  );
  if (!who && !owed) return null;
  return (
    <p>
      {who}
      {who && owed && ' · '}
      {owed}
    </p>
  );
}
