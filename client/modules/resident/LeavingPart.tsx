import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { leavingEndings } from '@lobby/shared/modules/resident.contract.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { useFormValues } from '../../kit/ui/form/useFormValues.ts';
import { styleClass } from '../../theme/classes.ts';

type Leaving = AnswerOf<typeof leavingEndings>;

const listClass = styleClass({
  textStyle: 'sm',
  maxH: '12rem',
  overflow: 'auto',
  '& ul': { ps: '5', listStyle: 'disc' },
});

/** Part of the move-out dialog: open records that end if the last resident of the unit leaves. */
export function LeavingPart({ id }: { id: string }) {
  const { unitId } = useFormValues({ unitId: resident.actions['move-out'].input.unitId });
  return typeof unitId === 'string' && unitId ? <Open id={id} unitId={unitId} /> : null;
}

/** The same for removing a resident, for each of their units. */
export function RemovedPart({ id, unitIds }: { id: string; unitIds: readonly string[] }) {
  return (
    <>
      {unitIds.map(unitId => (
        <Open key={unitId} id={id} unitId={unitId} />
      ))}
    </>
  );
}

function Open({ id, unitId }: { id: string; unitId: string }) {
  const { t } = useTranslation('resident');
  const { data, error } = useContract<typeof leavingEndings>('/member/:id/leaving', {
    params: { id },
    query: { unitId },
  });
  // Not a resident of this unit: the act reports it at its field.
  if (error) return null;
  if (!data) return <p className={listClass()}>…</p>;
  if (!data.last) return <p className={listClass()}>{t('leaving.stays')}</p>;
  if (data.records.length === 0) return <p className={listClass()}>{t('leaving.none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
    <section className={listClass()} aria-label={t('leaving.title', { count: data.records.length })} tabIndex={0}>
      <p>{t('leaving.title', { count: data.records.length })}</p>
      <ul>
        {data.records.map(record => (
          <Ended key={record.id} {...record} />
        ))}
      </ul>
    </section>
  );
}

function Ended({ entity, title, status }: Leaving['records'][number]) {
  const say = useFieldWords(entity);
  return (
    <li>
      {say.one} {title} · {say.status(status)}
    </li>
  );
}
