import type { ticket } from '@lobby/shared/modules/ticket.ts';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { useRows } from '../../data/rows.ts';
import { IconSquare, Parts } from '../../parts/cards.tsx';
import { Link, List, Tag } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { dayAt, shortWeekday, t } from '../../words.ts';
import { NewRequest } from './NewRequest.tsx';
import { OneRequest } from './OneRequest.tsx';
import { MODULE, PATH } from './requests.ts';

const TABS = {
  open: ['WAITING_APPROVAL', 'APPROVED', 'PROCESSING'],
  done: ['COMPLETED', 'RATED', 'REJECTED', 'EXPIRED'],
} as const;
type Tab = keyof typeof TABS;

/** Requests of the unit: list, one with its conversation, and a new one. */
export function Page({ id }: { id: string | undefined }) {
  if (!id) return <Requests />;
  const [first, previousId] = id.split('-');
  return first === 'new' ? <NewRequest previousId={previousId} /> : <OneRequest id={id} />;
}

function Requests() {
  const [tab, setTab] = useState<Tab>('open');
  const { data, error } = useRows<typeof ticket>(PATH, { limit: 50, filter: { status: { in: TABS[tab] } } }, [MODULE]);
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go('/requests/new')}>
        {t('requests.new')}
      </button>
      <fieldset className="chips">
        <legend className="hidden">{t('requests.tabs')}</legend>
        {(['open', 'done'] as const).map(name => (
          <button key={name} type="button" className="quiet" aria-pressed={tab === name} onClick={() => setTab(name)}>
            {t(`requests.${name}`)}
          </button>
        ))}
      </fieldset>
      <List rows={data} error={error} none={t(tab === 'open' ? 'requests.none' : 'requests.noneDone')}>
        {request => (
          <Link to={`/requests/${request.id}`} className="item">
            <IconSquare icon={Wrench} quiet={tab === 'done'} />
            <div>
              <p>{request.title}</p>
              <small>
                <Parts of={`${request.code} · ${shortWeekday(dayAt(request.createdAt))}`} />
              </small>
            </div>
            <Tag status={request.status} />
          </Link>
        )}
      </List>
    </div>
  );
}
