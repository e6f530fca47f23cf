import { readPhone } from '@lobby/shared/kit/contact.ts';
import type { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { useState } from 'react';
import { call, type Refused, upload } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { type SeenRecord, useDetail } from '../../data/rows.ts';
import { Pictures, ReasonForm, Waiting } from '../../parts/parts.tsx';
import { SignPad } from '../../parts/SignPad.tsx';
import { money, t, when } from '../../words.ts';

export type Order = SeenRecord<typeof merchantOrder>;
/** Services that partners offer the unit. */
export const useServices = () =>
  (useContract<typeof bookable>('/utility-group/booking', {}, ['AMENITY']).data ?? [])
    .flatMap(({ amenities }) => amenities)
    .filter(({ partnerId }) => partnerId);
export const useServiceNames = () => new Map(useServices().map(({ id, name }) => [id, name]));

export const MODULE = 'MERCHANT_ORDER';
export const PATH = '/merchant-order';
const OPEN = ['NEW', 'PENDING', 'FINDING_INSTALLER', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND', 'ACCEPTED'];
const WITHDRAWS = [...OPEN, 'RESCHEDULED', 'ASSIGNED_TO_EMPLOYEE'];
const DONE = ['COMPLETED', 'RATED'];

export const Status = ({ status }: { status: string }) => <span className="tag">{t(`order.status.${status}`)}</span>;

/** An order: its status, and the household's actions. */
export function Service({ id }: { id: string }) {
  const { data, error, again } = useDetail<typeof merchantOrder>(PATH, id, [MODULE]);
  const names = useServiceNames();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [signature, setSignature] = useState<File | null>(null);
  const [asks, setAsks] = useState<'warranty' | 'cancel' | 'dispute' | null>(null);
  if (!data) return <Waiting error={error} />;
  const { status } = data;
  async function act(name: string, body: Record<string, unknown> = {}) {
    try {
      await call(`${PATH}/${id}/${name}`, { method: 'PUT', body });
      setRefused(null);
      setAsks(null);
    } catch (failure) {
      setRefused(failure as Refused);
    }
    again();
  }
  async function confirm() {
    try {
      const signed = signature ? { signature: await upload([signature]) } : {};
      await act('confirm', signed);
    } catch (failure) {
      setRefused(failure as Refused);
    }
  }
  const rows: [string, string | null][] = [
    ['appointmentAt', when(data.appointmentAt)],
    ['employeeName', [data.employeeName, readPhone(data.employeePhone ?? '')].filter(Boolean).join(' ')],
    ['price', data.total === null ? (data.quote ? money(data.quote) : null) : money(data.total)],
    ['note', data.finishNote],
    ['warrantyUntil', data.warrantyUntil?.split('-').reverse().join('/') ?? null],
  ];
  return (
    <div className="stack">
      <div className="card pad">
        <p className="section">
          <Status status={status} />
          <small>{data.code}</small>
        </p>
        <h2>{names.get(data.utilityId) ?? data.code}</h2>
        <p className="prose">{data.description}</p>
        {data.items.map(item => (
          <p key={item.name} className="muted">
            {item.quantity} × {item.name}: {money(item.price ?? 0)}
          </p>
        ))}
      </div>
      <dl className="card pad facts">
        {rows.map(([name, value]) =>
          value ? (
            <div key={name}>
              <dt className="muted">{t(`order.fields.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <Pictures of={data.finishPhotos} label={t('order.picture')} />
      {status === 'EMPLOYEE_FINISHED' && (
        <>
          <SignPad label={t('services.sign')} onDrawn={setSignature} />
          <button type="button" className="main" onClick={() => void confirm()}>
            {t('services.confirm')}
          </button>
        </>
      )}
      {status === 'COMPLETED' && (
        <fieldset>
          <legend>{t('requests.rate')}</legend>
          {[1, 2, 3, 4, 5].map(rating => (
            <button key={rating} type="button" className="quiet" onClick={() => void act('rate', { rating })}>
              {rating} ★
            </button>
          ))}
        </fieldset>
      )}
      {data.rating && <p>{'★'.repeat(data.rating)}</p>}
      {refused && (
        <p className="error" role="alert">
          {refused.message || t('failed')}
        </p>
      )}
      {asks ? (
        <ReasonForm
          label={t('services.why')}
          act={t(`services.${asks}`)}
          refused={null}
          onSend={reason => void act(asks, { reason })}
        />
      ) : (
        <>
          {status === 'RESCHEDULED' && (
            <button type="button" className="main" onClick={() => void act('confirm-time')}>
              {t('services.confirmTime')}
            </button>
          )}
          {status === 'EMPLOYEE_FINISHED' && (
            <button type="button" className="quiet" onClick={() => setAsks('dispute')}>
              {t('services.dispute')}
            </button>
          )}
          {DONE.includes(status) && (
            <button type="button" className="quiet" onClick={() => setAsks('warranty')}>
              {t('services.warranty')}
            </button>
          )}
          {WITHDRAWS.includes(status) && (
            <button type="button" className="quiet" onClick={() => setAsks('cancel')}>
              {t('services.cancel')}
            </button>
          )}
        </>
      )}
    </div>
  );
}
