import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { ArrowDown, ArrowUp, Link } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../base/toast.ts';
import { usePresent } from '../../live/presence.ts';
import { IconButton } from '../controls/Button.tsx';
import { usePhone } from '../layout/phone.ts';
import { AvatarStack } from '../marks/Avatar.tsx';
import type { DetailNav } from './drawer/nav.ts';
import { Follow } from './Follow.tsx';

interface DetailHeadProps {
  definition: Definition;
  id: string;
  code: string;
  nav: DetailNav;
}

/** Head of a detail: code, link, presence, position in the list. */
export function DetailHead({ definition, id, code, nav }: DetailHeadProps) {
  const { t } = useTranslation('kit');
  const phone = usePhone();
  const copy = () =>
    void navigator.clipboard.writeText(location.href).then(() => toast({ tone: 'done', title: t('detail.copied') }));
  const { position, total } = nav;
  return (
    <chakra.div display="flex" alignItems="center" gap="1" flex="999" minW="0">
      {/* A running code must not be cut, so the position in the list gives way. */}
      <chakra.span className="cut" flex={definition.prefix ? 'none' : undefined} textStyle="xs" fontWeight="medium">
        {code}
      </chakra.span>
      {!phone && <IconButton icon={Link} size="sm" label={t('detail.copyLink')} onClick={copy} />}
      {'followerIds' in definition.fields && <Follow definition={definition} id={id} />}
      <chakra.span flex="1" />
      <WhoIsHere module={definition.code} id={id} />
      {position && total ? (
        <chakra.span className="cut" minW="0" textStyle="xs" color="fg.muted" mx="2">
          {t('list.position', { index: position, total })}
        </chakra.span>
      ) : null}
      <IconButton
        icon={ArrowUp}
        size="sm"
        label={t('detail.previous')}
        keys="K"
        disabled={!nav.previous}
        onClick={nav.previous}
      />
      <IconButton
        icon={ArrowDown}
        size="sm"
        label={t('detail.next')}
        keys="J"
        disabled={!nav.next}
        onClick={nav.next}
      />
      {!phone && <chakra.span w="1px" h="5" bg="border" mx="1" aria-hidden />}
    </chakra.div>
  );
}

const BUSIEST = ['typing', 'editing', 'viewing'] as const;

/** Other people at the record, and what the most active one does. */
function WhoIsHere({ module, id }: { module: string; id: string }) {
  const { t } = useTranslation('common');
  const phone = usePhone();
  const people = usePresent(module, id);
  if (people.length === 0) return null;
  const mode = BUSIEST.find(busy => people.some(person => person.mode === busy)) ?? 'viewing';
  const who = people.find(person => person.mode === mode);
  // Vietnamese given name: the last word.
  const name = who?.name.trim().split(/\s+/).at(-1) ?? '';
  return (
    <>
      <AvatarStack people={people.map(person => ({ id: person.id, name: person.name, doing: person.mode }))} />
      {!phone && (
        <chakra.span className="cut" textStyle="xs" color="fg.muted" ms="2" aria-hidden>
          {t(`presence.${mode}`, { name })}
        </chakra.span>
      )}
    </>
  );
}
