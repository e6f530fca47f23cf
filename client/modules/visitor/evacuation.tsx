import type { visitorsInside } from '@lobby/shared/modules/visitor.contract.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { DoorOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { PrintedTable } from '../../kit/ui/pages/PrintedTable.tsx';

/** Printed list of the guests inside, to be checked off at the assembly point. */
export function Component() {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation('visitor');
  const { time, dateTime } = useFormats();
  const scope = { projectId: idUnitGroup };
  const { data: inside, error } = useContract<typeof visitorsInside>('/visitor/inside', {
    scope,
    follow: visitor.code,
  });
  const title = t('evacuation.title');
  const floors = Map.groupBy(inside?.rows ?? [], row => [row.block, row.floor].filter(Boolean).join(' · '));
  return (
    <PrintedTable
      title={title}
      icon={DoorOpen}
      failed={error !== null}
      line={
        inside && (
          <>
            {t('evacuation.as', { at: dateTime(inside.at) })} ·{' '}
            <b>{t('evacuation.people', { count: inside.persons })}</b>
          </>
        )
      }
    >
      <thead>
        <tr>
          <th>{t('fields.unitId')}</th>
          <th>{t('fields.name')}</th>
          <th>{t('fields.contactName')}</th>
          <th data-figure="">{t('evacuation.persons')}</th>
          <th>{t('fields.actualInAt')}</th>
          <th data-box="">{t('evacuation.safe')}</th>
        </tr>
      </thead>
      {[...floors].map(([floor, rows]) => (
        <tbody key={floor}>
          {floor && (
            <tr>
              <th colSpan={3} scope="rowgroup">
                {floor}
              </th>
              <td data-figure="">
                <b>{rows.reduce((sum, { persons }) => sum + persons, 0)}</b>
              </td>
              <td colSpan={2} />
            </tr>
          )}
          {rows.map(row => (
            <tr key={row.id}>
              <td>{row.unit}</td>
              <th scope="row">{row.name}</th>
              <td>{row.contact}</td>
              <td data-figure="">{row.persons}</td>
              <td>{row.enteredAt && time(row.enteredAt)}</td>
              <td data-box="" />
            </tr>
          ))}
        </tbody>
      ))}
    </PrintedTable>
  );
}
