export interface Request {
  id: string;
  code: string;
  title: string;
  content: string;
  status: string;
  version: number;
  createdAt: string;
  completedAt: string | null;
  reason: string | null;
  rating: number | null;
  ratingComment: string | null;
  previousId: string | null;
  images: { id: string; url: string; name: string }[];
}

export const MODULE = 'HELP_DESK';
export const PATH = '/pms/helpdesk';
