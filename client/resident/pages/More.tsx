import { useReading } from '../live.ts';
import { Link } from '../parts.tsx';
import { signOut } from '../session.ts';
import { t } from '../words.ts';
import { HOME_MODULES, type HomePage } from './Home.tsx';

const PAGES = [
  'requests',
  'parcels',
  'amenities',
  'bookings',
  'orders',
  'moves',
  'works',
  'cards',
  'announcements',
  'news',
  'polls',
  'meetings',
  'handover',
  'documents',
  'contacts',
  'profile',
];

/** Every page of the app, with what is under way there. */
export function Page() {
  const { data } = useReading<HomePage>('/resident/home', HOME_MODULES);
  return (
    <div className="stack">
      <ul className="list">
        {PAGES.map(key => {
          const one = data?.cards.find(card => card.key === key);
          return (
            <li key={key}>
              <Link to={`/${key}`} className="item">
                <div>
                  <p>{t(`pages.${key}`)}</p>
                </div>
                {one && one.count > 0 && key !== 'news' && key !== 'announcements' && (
                  <small>
                    {one.count} {one.text}
                  </small>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      <button type="button" className="quiet" onClick={() => void signOut()}>
        {t('signOut')}
      </button>
    </div>
  );
}
