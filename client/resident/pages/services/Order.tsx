import { useCallback, useEffect, useRef, useState } from 'react';
import type { Refused } from '../../data/api.ts';
import { actOn, keepOrder, keptOrder, type OrderPage, readOrder, readOthers } from '../../partner.ts';
import { Refusal } from '../../parts/parts.tsx';
import { money, t } from '../../words.ts';
import { OrderAct } from './OrderAct.tsx';
import { Facts } from './OrderFacts.tsx';
import { OrderTalk } from './OrderTalk.tsx';

const AGAIN_MS = 3000;
/** Actions that are not the next step. */
const BESIDE = ['decline', 'reschedule', 'pause', 'start'];
const FINAL = [404, 410];

/** A partner's view of an order, opened by a link; updates when others change the order. */
export function Page({ token }: { token: string }) {
  const [page, setPage] = useState<OrderPage | null>(() => keptOrder(token)?.page ?? null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [old, setOld] = useState(true);
  const version = useRef<number | undefined>(undefined);
  const show = useCallback(
    (next: OrderPage) => {
      version.current = next.order.version;
      keepOrder(token, { page: next });
      setPage(next);
      setOld(false);
    },
    [token],
  );
  const end = useCallback(
    (failure: Refused) => {
      keepOrder(token, null);
      setPage(null);
      setRefused(failure);
    },
    [token],
  );
  const send = useCallback(
    async (name: string, body: Record<string, unknown>): Promise<boolean> => {
      try {
        show(await actOn(token, name, { ...body, version: version.current ?? keptOrder(token)?.page.order.version }));
        setRefused(null);
        return true;
      } catch (error) {
        const failure = error as Refused;
        if (FINAL.includes(failure.status)) end(failure);
        else setRefused(failure);
        const stored = keptOrder(token);
        // Offline, the action is queued and sent once.
        if (failure.status === 0 && stored) keepOrder(token, { page: stored.page, act: { name, body } });
        return false;
      }
    },
    [token, show, end],
  );
  useEffect(() => {
    let on = true;
    const follow = async () => {
      while (on) {
        try {
          const waiting = keptOrder(token)?.act;
          const next = await readOrder(token, waiting ? undefined : version.current);
          if (!on) return;
          show(next);
          if (waiting && next.acts.includes(waiting.name)) await send(waiting.name, waiting.body);
        } catch (error) {
          const failure = error as Refused;
          if (!on) return;
          if (FINAL.includes(failure.status)) return end(failure);
          setOld(true);
          await new Promise(resolve => setTimeout(resolve, AGAIN_MS));
        }
      }
    };
    void follow();
    return () => {
      on = false;
    };
  }, [token, show, end, send]);
  useEffect(() => {
    if (page) document.title = `${page.order.code} ${page.order.title}`;
  }, [page]);
  if (!page)
    return (
      <div className="app">
        <header>
          <h1>{t('order.title')}</h1>
        </header>
        <main>
          <p className={refused ? 'error' : 'muted'}>{refused ? refused.message || t('failed') : t('loading')}</p>
        </main>
      </div>
    );
  const { order, acts, role, worker } = page;
  const [next, ...more] = acts.toSorted((a, b) => Number(BESIDE.includes(a)) - Number(BESIDE.includes(b)));
  const buttonOf = (name: string) => (
    <OrderAct key={name} name={name} token={token} page={page} wrong={refused?.fields ?? {}} send={send} />
  );
  return (
    <div className="app">
      <header>
        <h1>{order.project}</h1>
      </header>
      <main>
        {old && <p className="bar">{t('order.old')}</p>}
        <div className="stack">
          <Facts order={order} token={token} />
          <Refusal refused={refused} />
          <OrderTalk token={token} page={page} send={send} />
          {next && buttonOf(next)}
          {more.length > 0 && (
            <details>
              <summary>{t('order.more')}</summary>
              <div className="stack">{more.map(buttonOf)}</div>
            </details>
          )}
          {worker && <Worker link={`${location.origin}/resident/order#${worker}`} />}
          {acts.length === 0 && <p className="muted">{t('order.nothing')}</p>}
          {order.status === 'EMPLOYEE_FINISHED' && <p>{t('order.thanks', { amount: money(order.total ?? 0) })}</p>}
          {order.hotline && (
            <p>
              <a href={`tel:${order.hotline.replace(/\s/g, '')}`}>{t('order.hotline', { phone: order.hotline })}</a>
            </p>
          )}
          {role === 'PARTNER' && <Others token={token} />}
        </div>
      </main>
    </div>
  );
}

/** Link for the worker who was just assigned. */
function Worker({ link }: { link: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <div className="stack">
      <p>{t('order.worker')}</p>
      <code style={{ overflowWrap: 'anywhere' }}>{link}</code>
      <button
        type="button"
        className="quiet"
        onClick={() => void navigator.clipboard.writeText(link).then(() => setCopied(true))}
      >
        {t(copied ? 'order.copied' : 'order.copy')}
      </button>
    </div>
  );
}

/** Other open orders of the same partner. */
function Others({ token }: { token: string }) {
  const [rows, setRows] = useState<Awaited<ReturnType<typeof readOthers>>>([]);
  useEffect(() => void readOthers(token).then(setRows, () => null), [token]);
  const others = rows.filter(({ current }) => !current);
  if (others.length === 0) return null;
  return (
    <section>
      <h2>{t('order.others')}</h2>
      <ul className="list">
        {others.map(({ code, title, status }) => (
          <li key={code}>
            {title} <small className="muted">{code}</small> <span className="tag">{t(`order.status.${status}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
