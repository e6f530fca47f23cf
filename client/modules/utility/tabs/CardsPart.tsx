import { utility } from '@lobby/shared/modules/utility.ts';
import type { bookable } from '@lobby/shared/modules/utility-group.contract.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { Images } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useFieldWords } from '../../../kit/ui/form/form-context.ts';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';

const cardsClass = styleClass({
  overflow: 'auto',
  flex: '1',
  minH: '0',
  px: '4',
  pb: '4',
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', py: '3' },
  '& ul': {
    listStyle: 'none',
    p: '0',
    m: '0',
    display: 'grid',
    gap: '3',
    gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  },
  '& li > a': {
    display: 'grid',
    gap: '1',
    h: 'full',
    alignContent: 'start',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'md',
    overflow: 'hidden',
    pb: '3',
    _hover: { bg: 'bg.subtle' },
  },
  '& img, & [data-none]': { w: 'full', h: '120px', objectFit: 'cover', bg: 'bg.muted' },
  '& strong, & small': { px: '3' },
  '& small': { color: 'fg.muted' },
});

/** Amenities as residents see them, by group, with picture, price and next free slot. */
export function CardsPart() {
  const { t } = useTranslation([utility.name, utilityGroup.name]);
  const say = useFieldWords(utility.name);
  const { money, dateTime } = useFormats();
  const { data } = useContract<typeof bookable>('/utility-group/booking', {
    query: { nextFree: '1' },
    follow: utility.code,
  });
  if (!data) return <PartSkeleton />;
  if (data.length === 0) return <EmptyState icon={Images} title={t('empty.title')} />;
  return (
    <div className={cardsClass()}>
      {data.map(group => (
        <section key={group.id}>
          <h2>{group.name}</h2>
          <ul>
            {group.amenities.map(({ id, name, type, photo, openToday, priceFrom, priceVaries, deposit, nextFree }) => (
              <li key={id}>
                <Link to={`?id=${id}`}>
                  {photo ? <img src={photo.thumbUrl ?? photo.url} alt="" loading="lazy" /> : <span data-none="" />}
                  <strong>{name}</strong>
                  <small>{openToday.map(({ from, to }) => `${from}–${to}`).join(' · ') || t('day.none')}</small>
                  <small>
                    {priceFrom === 0 && say.option('priceType', 'FREE')}
                    {priceFrom > 0 && (priceVaries ? t('cards.from', { price: money(priceFrom) }) : money(priceFrom))}
                    {deposit > 0 && ` · ${say.label('deposit')} ${money(deposit)}`}
                  </small>
                  {type !== 'NO_RESERVATION' && nextFree && (
                    <small>{t('cards.next', { at: dateTime(nextFree) })}</small>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
