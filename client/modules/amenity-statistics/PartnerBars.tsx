import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { styleClass } from '../../theme/classes.ts';

const barsClass = styleClass({
  flex: 'none',
  listStyle: 'none',
  px: '4',
  py: '3',
  m: '0',
  display: 'grid',
  gap: '2',
  '& > li': { display: 'grid', gridTemplateColumns: 'minmax(96px, 1fr) 3fr auto', gap: '3', alignItems: 'center' },
  '& i': { display: 'block', h: '3', borderRadius: 'sm', bg: 'accent.solid', minW: '2px' },
  '& b': { textStyle: 'sm', fontWeight: 'medium', fontVariantNumeric: 'tabular-nums' },
});

/** What each partner brought, as bars beside each other. */
export function PartnerBars({ partners }: { partners: readonly { partnerId: string; name: string; total: number }[] }) {
  const { t } = useTranslation('amenity-statistics');
  const { money } = useFormats();
  const most = Math.max(...partners.map(({ total }) => total), 1);
  return (
    <ul className={barsClass()} aria-label={t('tables.partners')}>
      {partners.map(({ partnerId, name, total }) => (
        <li key={partnerId}>
          <span>{name}</span>
          <span>
            <i style={{ width: `${(Math.max(0, total) / most) * 100}%` }} />
          </span>
          <b>{money(total)}</b>
        </li>
      ))}
    </ul>
  );
}
