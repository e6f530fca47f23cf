import { defineRecipe } from '@chakra-ui/react';
import { Sparkles, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { useIsFilling } from '../../kit/ui/form/guards/open-forms.ts';
import { recipeClass } from '../../theme/classes.ts';
import { postSeen, useWhatsNew } from './useWhatsNew.ts';

const bannerClass = recipeClass(
  defineRecipe({
    base: { flex: 'none', m: '2', color: 'fg', '& a': { color: 'accent.fg' } },
    variants: {
      look: {
        bar: {
          display: 'grid',
          gap: '1',
          p: '3',
          borderRadius: 'md',
          borderInlineStartWidth: '2px',
          borderColor: 'accent.solid',
          bg: 'bg',
          textStyle: 'sm',
          '& > p': { display: 'flex', alignItems: 'start', gap: '1', minW: '0' },
          '& b': { flex: '1', fontWeight: 'semibold', lineClamp: 2 },
          '& > footer': { display: 'flex', alignItems: 'center', gap: '2' },
          // On a low screen the menu needs the space.
          '@media (max-height: 820px)': { py: '1', '& b': { lineClamp: 1 }, '& > span': { display: 'none' } },
        },
        icon: {
          position: 'relative',
          display: 'flex',
          justifyContent: 'center',
          alignItems: 'center',
          minH: 'control',
          borderRadius: 'md',
          '&::after': {
            content: '""',
            position: 'absolute',
            top: '1',
            insetInlineEnd: '1',
            w: '2',
            h: '2',
            borderRadius: 'full',
            bg: 'accent.solid',
          },
        },
        line: { display: 'flex', alignItems: 'center', gap: '3', minH: '11', m: '0', mx: '0', textDecoration: 'none' },
      },
    },
  }),
);

export interface BannerProps {
  projectId: string;
  /** In the side bar, the icon bar or the menu on phones. */
  look: 'bar' | 'icon' | 'line';
  /** Called when its link is followed. */
  onGo?: () => void;
}

/** One unseen news entry, placed unobtrusively; hidden while a form is being filled in. */
export function Banner({ projectId, look, onGo }: BannerProps) {
  const { t } = useTranslation(['whats-new', 'shell']);
  const { data, again } = useWhatsNew(1);
  const isFilling = useIsFilling();
  const banner = data?.banner;
  if (!banner || isFilling) return null;
  const to = `/projects/${projectId}/whats-new`;
  const title = banner.count > 1 ? t('many', { count: banner.count }) : banner.title;
  if (look !== 'bar')
    return (
      <Link className={bannerClass({ look })} to={to} onClick={onGo} title={title} aria-label={title}>
        <Sparkles size={16} />
        {look === 'line' && title}
      </Link>
    );
  const tell = async (what: 'seen' | 'later', body: object) => {
    await postSeen(what, body);
    await again();
  };
  const later = () => void tell('later', { id: banner.id });
  // A behavior change stays until it is read.
  const close = () => (banner.kind === 'NOTICE' ? later() : void tell('seen', { ids: banner.ids }));
  return (
    <aside
      className={bannerClass({ look })}
      aria-label={t('shell:person.news')}
      onKeyDown={event => event.key === 'Escape' && close()}
    >
      <p>
        <b>{title}</b>
        <IconButton icon={X} size="sm" label={t('close')} onClick={close} />
      </p>
      {banner.count > 1 && <span className="cut">{banner.title}</span>}
      <footer>
        <Link to={to}>{t('see')}</Link>
        <Button size="sm" look="ghost" onClick={later}>
          {t('later')}
        </Button>
      </footer>
    </aside>
  );
}
