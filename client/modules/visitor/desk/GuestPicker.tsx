import { Dialog as Chakra, Portal } from '@chakra-ui/react';
import { type GuestRow, guest } from '@lobby/shared/modules/guest.ts';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Finder } from '../../../kit/ui/controls/Finder.tsx';
import { type LoadOptions, useFoundOptions } from '../../../kit/ui/controls/options.ts';
import { useRefs } from '../../../kit/ui/form/inputs/choices/ref-options.ts';
import { VisuallyHidden } from '../../../kit/ui/marks/VisuallyHidden.tsx';

/** Results offered; further ones are found by typing more. */
const MOST = 20;

/** Search for a frequent guest over any screen: type, choose with the arrow keys, confirm with Enter. */
export function GuestPicker({ onTake, onClose }: { onTake: (row: GuestRow) => void; onClose: () => void }) {
  const { t } = useTranslation(guest.name);
  const [typed, setTyped] = useState('');
  const rows = useRef<readonly GuestRow[]>([]);
  const load: LoadOptions = useCallback(async (text, signal) => {
    const query = { limit: MOST, sort: '-lastVisitAt', ...(text.trim() && { filter: { q: text.trim() } }) };
    const { data } = await request<GuestRow[]>('GET', guest.path, { ...scopeNow(), query, signal });
    rows.current = data;
    return data.map(({ id, name }) => ({ value: id, label: name }));
  }, []);
  const { options, state } = useFoundOptions(load, typed, true);
  const found = options.flatMap(({ value }) => rows.current.find(({ id }) => id === value) ?? []);
  const units = useRefs(
    'unit',
    found.map(({ unitId }) => unitId),
  );
  const items = found.map((row, n) => ({
    key: row.id,
    label: row.name,
    note: [units[n]?.name, row.plate, row.phone].filter(Boolean).join(' · '),
    onTake: () => onTake(row),
  }));
  return (
    <Chakra.Root open lazyMount unmountOnExit onOpenChange={details => !details.open && onClose()}>
      <Portal>
        <Chakra.Backdrop />
        <Chakra.Positioner alignItems="flex-start" pt={{ base: '2', md: '15vh' }} px={{ base: '2', md: '4' }}>
          <Chakra.Content maxW="600px" maxH={{ base: '100%', md: '60vh' }} overflow="hidden">
            <VisuallyHidden>
              <Chakra.Title>{t('plural')}</Chakra.Title>
            </VisuallyHidden>
            <Finder
              label={t('plural')}
              typed={typed}
              onTyped={setTyped}
              groups={[{ key: 'guests', items }]}
              empty={t('empty.title')}
              count={t('count', { count: items.length })}
              busy={state === 'loading'}
              onRun={item => item.onTake()}
            />
          </Chakra.Content>
        </Chakra.Positioner>
      </Portal>
    </Chakra.Root>
  );
}
