import { portalPaths } from '@deqiq/contract/shared/paths.ts';
import * as texts from '@deqiq/messages/partner/result.js';
import { MessageSquareText } from 'lucide-react';
import { Link } from 'react-router';
import { useConversation } from '../../../api/reports/question-count.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';

/** A link to the report and the questions of an examination, also of one without pictures. */
export const ResultLink = ({ checkup }: { checkup: string }) => (
  <Link to={`${portalPaths.partnerCheckups}/${checkup}`} className={buttonClass('outline', 'sm')}>
    <MessageSquareText size={16} aria-hidden="true" />
    {texts.reportAndQuestions()}
  </Link>
);

/** Marks an examination with an answer that was not opened, or a question without an answer. */
export function QuestionMark({ checkup }: { checkup: string }) {
  const conversation = useConversation(checkup);
  if (!conversation) return null;
  const { unread } = conversation;
  return (
    <StatusBadge tone={unread > 0 ? 'warning' : 'neutral'}>
      {unread > 0 ? texts.newAnswer() : texts.openQuestion()}
    </StatusBadge>
  );
}
