import type { residentHome } from '@lobby/shared/modules/resident.contract.ts';
import {
  BookOpen,
  CalendarCheck,
  CreditCard,
  FileText,
  Gauge,
  HardHat,
  KeyRound,
  LogOut,
  type LucideIcon,
  Megaphone,
  Newspaper,
  Package,
  Phone,
  Truck,
  UserRound,
  UsersRound,
  Vote,
  Wrench,
  Zap,
} from 'lucide-react';
import { useContract } from '../data/contract.ts';
import { signOut } from '../data/session.ts';
import { HOME_MODULES } from '../home.ts';
import { Card, IconSquare, Row } from '../parts/cards.tsx';
import { t } from '../words.ts';
import { Guide, useGuide } from './Guide.tsx';

/** Pages that the tab bar does not show, grouped: requests, information, own data. */
const PAGES: readonly Readonly<Record<string, LucideIcon>>[] = [
  {
    requests: Wrench,
    parcels: Package,
    charged: Gauge,
    amenities: CalendarCheck,
    orders: Zap,
    moves: Truck,
    works: HardHat,
    cards: CreditCard,
  },
  { announcements: Megaphone, news: Newspaper, polls: Vote, meetings: UsersRound },
  { handover: KeyRound, documents: FileText, contacts: Phone, profile: UserRound },
];

/** All pages of the app, with their pending items, and its guide. */
export const Page = ({ id }: { id: string | undefined }) => (id === 'guide' ? <Guide /> : <Pages />);

function Pages() {
  const guide = useGuide().data;
  const { data } = useContract<typeof residentHome>('/resident/home', {}, HOME_MODULES);
  const detailOf = (key: string) => {
    const found = data?.cards.find(card => card.key === key);
    const counts = found && found.count > 0 && key !== 'news' && key !== 'announcements';
    return counts ? `${found.count} ${found.text}` : undefined;
  };
  return (
    <div className="stack">
      {PAGES.map(group => (
        <Card key={Object.keys(group).join()}>
          {Object.entries(group).map(([key, icon]) => (
            <Row
              key={key}
              to={`/${key}`}
              start={<IconSquare icon={icon} />}
              title={t(`pages.${key}`)}
              detail={detailOf(key)}
              opens
            />
          ))}
        </Card>
      ))}
      {guide && (
        <Card>
          <Row to="/more/guide" start={<IconSquare icon={BookOpen} />} title={guide.title} opens />
        </Card>
      )}
      <button type="button" className="outline" onClick={() => void signOut()}>
        <LogOut size={20} aria-hidden />
        {t('signOut')}
      </button>
    </div>
  );
}
