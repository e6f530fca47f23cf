import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { handoverSheet } from '@lobby/shared/modules/handover-schedule.contract.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { FileDown, Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { useExport } from '../../../kit/ui/list/export/useExport.ts';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { NOTHING, usePromise } from './Before.tsx';
import { Photos } from './Photos.tsx';
import { earlierOf, type ShownLine } from './sheet.ts';

/** Read-only view of a sheet for the office, live. */
export function SheetTab({ id }: { id: string }) {
  const { t } = useTranslation('handover-schedule');
  const { day, number } = useFormats();
  const { save } = useExport();
  const promiseOf = usePromise();
  const { data: sheet, error } = useContract<typeof handoverSheet>('/handover/schedule/:id/sheet', {
    params: { id },
    follow: HANDOVER,
    onNotice: notice => notice.kind === 'resync' || notice.event.entityId === id,
  });
  if (!sheet) return <DetailBody>{error ? <p>{t('sheet.none')}</p> : <SkeletonRows />}</DetailBody>;
  const rooms = [...Map.groupBy(sheet.lines, ({ room }) => room)];
  const { earlier } = sheet;
  const print = (edition: number) => save(`${handoverSchedule.path}/${id}/minutes?edition=${edition}`, scopeNow());
  return (
    <DetailBody>
      {sheet.editions.map(edition => (
        <p key={edition.number}>
          <Button icon={FileDown} size="sm" onClick={() => print(edition.number)}>
            {t('sheet.print')} {edition.number}
          </Button>{' '}
          {day(edition.at)}
          {edition.reason && ` · ${edition.reason}`}
        </p>
      ))}
      {sheet.lines.some(({ images }) => images.length > 0) && (
        <p>
          <Button icon={Images} size="sm" onClick={() => save(`${handoverSchedule.path}/${id}/photos`, scopeNow())}>
            {t('sheet.printPhotos')}
          </Button>
        </p>
      )}
      {rooms.map(([room, lines]) => (
        <section key={room}>
          <h3>{room}</h3>
          <FigureTable<ShownLine>
            label={room}
            rows={lines}
            keyOf={({ key }) => key}
            columns={[
              { key: 'item', label: t('sheet.tab'), cell: ({ item }) => item },
              ...(earlier
                ? [
                    {
                      key: 'before',
                      label: t('sheet.compare', { round: earlier.round }),
                      cell: (line: ShownLine) => {
                        const { line: before, promises } = earlierOf(earlier, line);
                        return (
                          <>
                            {before ? t(`sheet.result.${before.result}`) : '–'}
                            {before?.note && ` · ${before.note}`}
                            {promises.map(promise => (
                              <small key={promise.id}>
                                {' '}
                                {promise.code} {promiseOf(promise)}
                              </small>
                            ))}
                            {before && before.images.length > 0 && (
                              <Photos of={before} name={line.item} work={NOTHING} fixed />
                            )}
                          </>
                        );
                      },
                    },
                  ]
                : []),
              {
                key: 'result',
                label: t('fields.acceptance'),
                cell: ({ result, blocking }) =>
                  result ? `${t(`sheet.result.${result}`)}${blocking ? ` · ${t('sheet.blocking')}` : ''}` : '–',
              },
              {
                key: 'note',
                label: t('sheet.note'),
                cell: line => (
                  <>
                    {line.note}
                    {line.warrantyUntil && <small> {t('sheet.warranty', { day: day(line.warrantyUntil) })}</small>}
                    {line.images.length > 0 && <Photos of={line} name={line.item} work={NOTHING} fixed />}
                  </>
                ),
              },
            ]}
          />
        </section>
      ))}
      <section>
        <h3>{t('sheet.meters')}</h3>
        {sheet.meters.map(({ key, name, unitName, value }) => (
          <p key={key}>
            {name}: {value === null ? '–' : number(value)} {unitName}
          </p>
        ))}
        <h3>{t('sheet.things')}</h3>
        {sheet.things.map(({ key, name, number: count }) => (
          <p key={key}>
            {name}: {count ?? '–'}
          </p>
        ))}
      </section>
    </DetailBody>
  );
}
