import type { handoverSheet } from '@lobby/shared/modules/handover-schedule.contract.ts';
import type { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { useState } from 'react';
import { saveFile } from '../../../kit/http/save-file.ts';
import { callFile, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { type SeenRow, useRows } from '../../data/rows.ts';
import { Refusal } from '../../parts/parts.tsx';
import { day, dayAt, number, t } from '../../words.ts';

const PATH = '/handover/schedule';

/** Shows a completed handover: minutes, meters, items, and their warranties. */
export function HandedOver() {
  const { data } = useRows<typeof handoverSchedule>(PATH, {}, ['HANDOVER']);
  const ended = (data ?? []).filter(({ finishedAt }) => finishedAt !== null);
  const last = ended.toSorted((a, b) => b.round - a.round)[0];
  return last ? <Ended appointment={last} /> : null;
}

function Ended({
  appointment: { id, code, round, status, finishedAt },
}: {
  appointment: SeenRow<typeof handoverSchedule>;
}) {
  // Inspected but not accepted, so nothing was handed over.
  const refusedHome = status === 'NOT_ACCEPTED';
  const { data: sheet } = useContract<typeof handoverSheet>('/handover/schedule/:id/sheet', { params: { id } }, [
    'HANDOVER',
  ]);
  const [refused, setRefused] = useState<Refused | null>(null);
  const take = () =>
    void callFile(`${PATH}/${id}/minutes`).then(
      file => saveFile(file, `${code}.pdf`),
      failure => setRefused(failure as Refused),
    );
  const warranted = (sheet?.lines ?? []).filter(({ warrantyUntil }) => warrantyUntil !== null);
  return (
    <section className="card pad">
      <h2>{t(refusedHome ? 'handover.refused' : 'handover.minutes')}</h2>
      {refusedHome && finishedAt && (
        <p>{t('handover.refusedText', { round: String(round), day: day(dayAt(finishedAt)) })}</p>
      )}
      <Refusal refused={refused} />
      <button type="button" className="quiet" onClick={take}>
        {t(refusedHome ? 'handover.takeResult' : 'handover.take')}
      </button>
      {sheet && !refusedHome && (
        <>
          {sheet.meters.map(({ key, name, value, unitName }) => (
            <p key={key}>
              {name}: {value === null ? '–' : number(value)} {unitName}
            </p>
          ))}
          {sheet.things.map(({ key, name, number: count }) => (
            <p key={key}>
              {name}: {count ?? '–'}
            </p>
          ))}
          {warranted.length > 0 && (
            <details>
              <summary>{t('handover.warranty')}</summary>
              <ul className="list">
                {warranted.map(({ key, room, item, warrantyUntil }) => (
                  <li key={key}>
                    {room} · {item} <small className="muted">{day(String(warrantyUntil))}</small>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </>
      )}
    </section>
  );
}
