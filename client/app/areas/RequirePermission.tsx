import { useTranslation } from 'react-i18next';
import { Outlet, useNavigate } from 'react-router';
import { useCan } from '../../kit/session/permissions.ts';
import { Forbidden } from '../../kit/ui/states/EmptyState.tsx';

/**
 * Shows a screen to those who may read or write its module, or read a module with a part of it; others learn which
 * permission they lack.
 */
export function RequirePermission({ module, or }: { module: string; or: string }) {
  const { t } = useTranslation('modules');
  const navigate = useNavigate();
  const reads = useCan(module, 'read');
  const writes = useCan(module, 'write');
  const others = useCan(or, 'read');
  if (reads || writes || others) return <Outlet />;
  return <Forbidden module={t(module)} onBack={() => void navigate(-1)} />;
}
