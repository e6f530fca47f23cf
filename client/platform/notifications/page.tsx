import { chakra } from '@chakra-ui/react';
import { type Topic, topicsOf } from '@lobby/shared/kit/notification-topics.ts';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { NotificationList } from './NotificationList.tsx';
import { ReadTabs } from './ReadTabs.tsx';

const LISTED = topicsOf('staff').filter(topic => topic !== 'membership' && topic !== 'report');

/** All notifications as a page, for phones and for searching further back. */
export function Component() {
  const { t } = useTranslation(['notification', 'account']);
  const { idUnitGroup = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const topic = LISTED.find(name => name === query.get('topic'));
  const set = (name: string, value: string | null) => {
    const next = new URLSearchParams(query);
    if (value) next.set(name, value);
    else next.delete(name);
    setQuery(next, { replace: true });
  };
  const read = query.get('read') === 'false' ? ('false' as const) : undefined;
  return (
    <chakra.div display="flex" flexDirection="column" flex="1" minH="0" maxW="720px" w="full">
      <chakra.h1 textStyle="lg" fontWeight="semibold" display="flex" alignItems="center" flex="none" h="13" px="4">
        {t('title')}
      </chakra.h1>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2" px="4" pb="2">
        <ReadTabs unread={read === 'false'} onChange={unread => set('read', unread ? 'false' : null)} />
        <chakra.div w="240px">
          <Select
            size="sm"
            aria-label={t('filters.topic')}
            value={topic ?? ''}
            choices={[
              { value: '', label: t('filters.anyTopic') },
              ...LISTED.map((value: Topic) => ({ value, label: t(`account:choices.topics.${value}`) })),
            ]}
            onChange={event => set('topic', event.target.value || null)}
          />
        </chakra.div>
      </chakra.div>
      <NotificationList projectId={idUnitGroup} filter={{ read, topic }} byDay />
    </chakra.div>
  );
}
