import sanitize from 'sanitize-html';

const COLOR = [/^#[\da-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i];

/** Allowed in markup that users write: text, tables and links, but nothing loaded from elsewhere and no scripts. */
const ALLOWED: sanitize.IOptions = {
  allowedTags: [
    'p',
    'h1',
    'h2',
    'h3',
    'strong',
    'em',
    'u',
    's',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'br',
    'hr',
    'span',
  ],
  allowedAttributes: { a: ['href'], td: ['colspan', 'align'], th: ['colspan', 'align'], '*': ['style'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  allowedStyles: {
    '*': {
      color: COLOR,
      'background-color': COLOR,
      'text-align': [/^(?:left|right|center|justify)$/],
      'font-size': [/^\d{1,2}(?:px|pt)$/],
      'font-weight': [/^(?:bold|normal|[1-9]00)$/],
    },
  },
  transformTags: { b: 'strong', i: 'em', del: 's', strike: 's', div: 'p' },
  nestingLimit: 40,
};

/** Removes markup that is not allowed. Idempotent. */
export const sanitizeMarkup = (markup: string): string => sanitize(markup, ALLOWED);
