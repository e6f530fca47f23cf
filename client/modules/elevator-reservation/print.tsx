import type { projectContact } from '@lobby/shared/kit/project.contract.ts';
import { elevator } from '@lobby/shared/modules/elevator.ts';
import type { elevatorCalendar } from '@lobby/shared/modules/elevator-reservation.contract.ts';
import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { Truck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { readAll } from '../../kit/http/read-all.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useDetail, useRows } from '../../kit/live/useRows.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { Slip } from '../../kit/ui/pages/Slip.tsx';
import { today } from '../../kit/ui/today.ts';
import type { DayOfLifts } from './lifts.ts';

/** Print view of one move, or of a day of each elevator. */
export function Component() {
  const [params] = useSearchParams();
  const id = params.get('id');
  return id ? <OneMove id={id} /> : <DaySheets day={params.get('day') ?? today()} />;
}

function OneMove({ id }: { id: string }) {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation(elevatorReservation.name);
  const say = useFieldWords(elevatorReservation.name);
  const { dateTime } = useFormats();
  const scope = { projectId: idUnitGroup };
  const { data: place } = useContract<typeof projectContact>('/unit-group/:id/contact', {
    params: { id: idUnitGroup },
    scope,
  });
  const { data: move, error } = useDetail(elevatorReservation, id, { scope });
  const title = t('print.slipTitle');
  return (
    <PrintedPage title={title} icon={Truck} state={move ? 'ready' : error ? 'failed' : 'loading'}>
      {move && (
        <Slip
          from={place?.name}
          title={title}
          code={move.code ?? ''}
          facts={[
            [say.label('unitId'), <RefName key="unit" to="unit" id={move.unitId} />],
            [say.label('residentId'), <RefName key="resident" to="resident" id={move.residentId} />],
            [say.label('type'), say.option('type', move.type)],
            [say.label('elevatorId'), <RefName key="elevator" to="elevator" id={move.elevatorId} />],
            [say.label('expectedStartAt'), dateTime(move.expectedStartAt)],
            [say.label('expectedEndAt'), dateTime(move.expectedEndAt)],
            [say.label('goodsName'), move.goodsName],
            [say.label('transporterName'), move.transporterName],
            [say.label('transporterPhone'), move.transporterPhone],
            [say.label('workerCount'), move.workerCount],
            [say.label('vehicle'), move.vehicle],
            [say.label('licensePlate'), move.licensePlate],
            [say.label('status'), say.status(move.status)],
          ]}
          signs={[t('print.household'), t('print.guard')]}
        >
          {move.goods.length > 0 && (
            <table>
              <tbody>
                {move.goods.map(({ name, quantity, note }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td>{quantity}</td>
                    <td>{note}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Slip>
      )}
    </PrintedPage>
  );
}

function DaySheets({ day }: { day: string }) {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation(elevatorReservation.name);
  const { day: dayWords } = useFormats();
  const scope = { projectId: idUnitGroup };
  const { data: place } = useContract<typeof projectContact>('/unit-group/:id/contact', {
    params: { id: idUnitGroup },
    scope,
  });
  const lifts = useRows(elevator, {
    scope,
    filter: { active: { in: ['true'] } },
    sort: 'order',
    read: readAll,
  });
  const moves = useContract<typeof elevatorCalendar>('/elevator-reservation/calendar', {
    scope,
    query: { from: day, to: day },
  });
  const title = t('print.sheetTitle', { day: dayWords(day) });
  const read = lifts.data && moves.data;
  return (
    <PrintedPage
      title={title}
      icon={Truck}
      state={read ? 'ready' : (lifts.error ?? moves.error) ? 'failed' : 'loading'}
    >
      {lifts.data?.map(lift => (
        <Slip key={lift.id} size="A4" from={place?.name} title={title} code={lift.name} facts={[]}>
          <DayTable rows={(moves.data?.rows ?? []).filter(row => row.elevatorId === lift.id)} />
        </Slip>
      ))}
    </PrintedPage>
  );
}

function DayTable({ rows }: { rows: DayOfLifts['rows'] }) {
  const { t } = useTranslation(elevatorReservation.name);
  const say = useFieldWords(elevatorReservation.name);
  const { time } = useFormats();
  const columns = ['expectedStartAt', 'unitId', 'type', 'goodsName', 'transporterName', 'licensePlate', 'status'];
  if (rows.length === 0) return <p>{t('print.none')}</p>;
  return (
    <table>
      <thead>
        <tr>
          {columns.map(name => (
            <th key={name}>{say.label(name)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          .toSorted((a, b) => a.expectedStartAt.localeCompare(b.expectedStartAt))
          .map(row => (
            <tr key={row.id}>
              <th scope="row">
                {time(row.expectedStartAt)}–{time(row.expectedEndAt)}
              </th>
              <td>
                <RefName to="unit" id={row.unitId} />
              </td>
              <td>{say.option('type', row.type)}</td>
              <td>{row.goodsName}</td>
              <td>{row.transporterName}</td>
              <td>{row.licensePlate}</td>
              <td>{say.status(row.status)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}
