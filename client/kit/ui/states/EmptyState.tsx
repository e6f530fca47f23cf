import { chakra } from '@chakra-ui/react';
import { useAtomValue } from 'jotai';
import { Inbox, type LucideIcon, RotateCcw, ShieldX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { employeeOf, projectIdAtom } from '../../session/session.ts';
import { Button } from '../controls/Button.tsx';

interface EmptyStateProps {
  icon: LucideIcon;
  tone?: 'muted' | 'bad';
  title: ReactNode;
  /** One or two lines. */
  children?: ReactNode;
  /** Whether it fills the page: its title is then the page's heading. */
  page?: boolean;
  /** At most two buttons. */
  actions?: ReactNode;
}

/** Centred text in an otherwise empty area. */
export function EmptyState({ icon: Icon, tone = 'muted', title, children, actions, page }: EmptyStateProps) {
  return (
    <chakra.div
      role={tone === 'bad' ? 'alert' : undefined}
      data-empty=""
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent="center"
      flex="1"
      minH="60"
      p="6"
      textAlign="center"
    >
      <chakra.span
        color={tone === 'bad' ? 'bad.fg' : 'fg.muted'}
        css={{ '& svg': { w: '28px', h: '28px', strokeWidth: 1.5 } }}
      >
        <Icon />
      </chakra.span>
      <chakra.h2 as={page ? 'h1' : 'h2'} textStyle="md" fontWeight="semibold" mt="3" maxW="360px" textWrap="balance">
        {title}
      </chakra.h2>
      <chakra.p color="fg.muted" mt="1" maxW="320px" textWrap="balance">
        {children}
      </chakra.p>
      {actions && (
        <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap="2" mt="5">
          {actions}
        </chakra.div>
      )}
    </chakra.div>
  );
}

/** A list without rows: tells what belongs here and offers the first step. */
export function Empty({ icon = Inbox, ...rest }: Omit<EmptyStateProps, 'icon' | 'tone'> & { icon?: LucideIcon }) {
  return <EmptyState icon={icon} {...rest} />;
}

interface ErrorStateProps {
  title: ReactNode;
  children?: ReactNode;
  onRetry: () => void;
  /** The request id, for support. */
  code?: string;
}

/** An error of loading, with a retry button. */
export function ErrorState({ title, children, onRetry, code }: ErrorStateProps) {
  const { t } = useTranslation('common');
  return (
    <EmptyState
      icon={TriangleAlert}
      tone="bad"
      title={title}
      actions={
        <>
          <Button icon={RotateCcw} onClick={onRetry}>
            {t('act.reload')}
          </Button>
          {code && (
            <Button look="ghost" onClick={() => navigator.clipboard.writeText(code)}>
              {t('error.copyCode', { code })}
            </Button>
          )}
        </>
      }
    >
      {children}
    </EmptyState>
  );
}

interface ForbiddenProps {
  /** Name of the module: "Phiếu thu". */
  module: string;
  onBack: () => void;
}

/** Shown instead of a screen that the reader may not see. */
export function Forbidden({ module, onBack }: ForbiddenProps) {
  const { t } = useTranslation('common');
  const projectId = useAtomValue(projectIdAtom);
  // Permissions are those of all positions together, so none of them is named alone.
  const names = (employeeOf(projectId ?? undefined)?.positions ?? []).map(({ name }) => name);
  const positions = [...new Set(names)];
  return (
    <EmptyState
      page
      icon={ShieldX}
      title={t('forbidden.title', { module })}
      actions={<Button onClick={onBack}>{t('act.back')}</Button>}
    >
      {positions.length > 0
        ? t('forbidden.positions', { count: positions.length, positions: positions.join(', ') })
        : t('forbidden.text')}
    </EmptyState>
  );
}
