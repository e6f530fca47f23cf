import type { pollTurnout } from '@lobby/shared/modules/poll.contract.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line } from '../../kit/ui/detail/related/RelatedRecords.tsx';

/** Turnout by block, and by unit unless the poll is anonymous. */
export function TurnoutTab({ id }: { id: string }) {
  const { t } = useTranslation('poll');
  const { number, dateTime } = useFormats();
  const { data } = useContract<typeof pollTurnout>('/poll/:id/turnout', {
    params: { id },
    follow: poll.code,
    query: { limit: 100 },
  });
  if (!data) return null;
  const { voted, entitled, blocks, units } = data;
  return (
    <DetailBody>
      <p>{voted === 0 ? t('turnout.none') : t('votes', { count: voted })}</p>
      {entitled > 0 && <p>{t('of', { entitled: number(entitled), share: Math.round((100 * voted) / entitled) })}</p>}
      {blocks === null && <p>{t('turnout.few')}</p>}
      {blocks && blocks.length > 0 && (
        <section aria-label={t('turnout.blocks')}>
          <h3>{t('turnout.blocks')}</h3>
          <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {blocks.map(block => (
              <Line
                key={block.blockId ?? ''}
                title={block.name ?? '–'}
                after={`${number(block.voted)} / ${number(block.entitled)}`}
              />
            ))}
          </ul>
        </section>
      )}
      {units && units.length > 0 && (
        <section aria-label={t('turnout.units')}>
          <h3>{t('turnout.units')}</h3>
          <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {units.map(unit => (
              <Line
                key={unit.unitId ?? ''}
                title={unit.unitCode ?? '–'}
                note={unit.people.map(({ name, at }) => `${name ?? '–'}, ${dateTime(at)}`).join(' · ')}
              />
            ))}
          </ul>
        </section>
      )}
    </DetailBody>
  );
}
