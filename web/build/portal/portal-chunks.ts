import type { Rolldown } from 'vite';

type Splitting = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>;

/** Small components that nearly every screen uses; those that need Base UI are a separate chunk. */
const KIT =
  /src.ui.(list.(data-table|table-skeleton|table-styles|action-tooltip(?!-popup)|pagination|page-window|row-name)|page.(page-header|page-states|arch|mark)|overlay.toast|facts|long-word-text|form.use-single-flight|picture|icon-button|status-badge|button|progress)\.tsx?$/;

/** Calls and pictures of many screens of staff that no partner uses. */
const DESK =
  /src.api.(http.admin-list|people.(staff|partners)|examinations.checkups|desk.(work-queues|exports)|office.(partner-stats|labs|payments|complaints)|site)|lucide-react.dist.esm.icons.(user-round-cog|building-complex|layout-grid|archive-arrow-up|hard-drive|shield-off|contact|stethoscope|calendar-check|clipboard-check|clipboard-list|refresh-cw|key-round|user-round-plus|users|house|folder-open|wallet|pencil|unlink|settings|lock-open|ellipsis|merge)\./;

/** Browsers run the worker as a classic script, which imports nothing: its messages are of no other module. */
const isWorker = (id: string) =>
  /install.(worker|offline-page|push-events)\.ts$|onest-offline|compiled.\w+.partner.worker\.js$/.test(
    id,
  );

/**
 * Modules that are downloaded together. By default the bundler makes a file of every few shared lines: forty for
 * one screen, and on a phone each costs a share of a round trip. A browser fetches six files at a time.
 */
export const portalGroups: NonNullable<Splitting['groups']> = [
  { name: 'start', tags: ['$initial'], test: (id) => !isWorker(id), priority: 6 },
  {
    name: 'schemas',
    test: /node_modules.(zod|@messageformat|make-plural)|contract.src.(?!shared.(clinic|passwords|patient|short-code|imaging.(dicom-text|bricks|crc32|implant-systems))|reports.|\w+.(annotation|names.examination-name|share|audit|protection|clinics|deletions|doctors|gifts|payments|complaint|application|partner-stats|staff|work-queues|month|today|first-day|password-resets|intake|devices|program-tokens|viewer-links|notification-messages|referral|patients|person-fields|patient-search|codes|appointments|kinds|teeth|opening-hours|booking|clinic-settings))/,
    priority: 5,
  },
  {
    name: 'forms',
    test: /node_modules.(react-hook-form|@hookform)|src.ui.field.(field|text-input|password-input|checkbox)\.tsx$/,
    priority: 4,
  },
  {
    name: 'common',
    test: (id) =>
      (KIT.test(id) ||
        /src.(api.(?!\w+.(shares|uploads|annotations|viewed-checkup|results|result-trace|deletions|audit|protection|notifications|push-subscriptions|search|intake|devices|program-tokens|viewer-links|referrals|patients|appointments|kinds|opening-hours|diagnostic-reports|report-macros|questions|question-count|reading|month|today|first-day|password-resets|clinic-settings))|lib.(?!files.folders|settled|phone|month-days))|portal.(examinations.(file-viewer|lab-status|checkup-status)|shell.language-switch|languages\.js)|lucide-react(?!.dist.esm.icons.(bell|venetian-mask|scan-eye|message-square|user-cog|handshake|columns-2|undo-2|printer|share-2|image-down|file-text|table|cylinder|route|spline|scaling|crosshair|hourglass|inbox|radio-tower|archive|file-plus-corner|file-plus-2|plug-zap|power|chart-no-axes-column|scroll-text|message-square-text|camera|send|settings-2|user-check|user-x|circle-slash|clock|chevron-left|calendar-plus|send-horizontal|map-pin|file-pen-line|file-down|cloud-check|cloud-off|cloud-upload|wand-sparkles|pen-line|list-todo|log-in|map-pin-house|life-buoy|sticky-note|type-outline|move-up-left|circle-dashed)\.)|react-query/.test(
          id,
        )) &&
      !DESK.test(id),
    priority: 3,
  },
  { name: 'desk', test: DESK, priority: 2.5 },
  {
    // The dialog that the calendar, referrals and reservations share, with everything that it knows of times.
    name: 'booking',
    test: /portal.admin.calendar.(booking.(?!lazy)|times|planner.proposal\.)|(api|contract.src).referrals.(booking.)?(appointments|kinds|opening-hours)\.|compiled.\w+.office.(booking|calendar|weekdays)\./,
    priority: 2.2,
  },
  {
    // Sign-in and forgotten passwords share the form and the page around it.
    name: 'sign-in',
    test: /portal.accounts.sign-in.(sign-in-form|sign-in-error|partner-guest-page)|compiled.\w+.portal.sign-in\./,
    priority: 3,
  },
  // The second step of signing in, which both areas share.
  {
    name: 'code-step',
    test: /portal.accounts.second-factor.(code-step|second-factor-labels)/,
    priority: 3,
  },
  {
    name: 'dialogs',
    test: /src.ui.overlay|portal.shell.overlays/,
    priority: 2,
  },
  {
    // Part of it is also for visitors of a share, whose screen is a chunk of its own.
    name: 'viewer-screen',
    test: /portal.examinations.viewer.viewer-(screen|files)/,
    priority: 0.5,
  },
  {
    // With everything that it imports: a browser fetches it in one request. What it loads later is not part of it.
    name: 'viewer',
    test: /src.viewer.viewer\.tsx$/,
    priority: 0.6,
  },
  {
    // The screens that link to the X-rays. Every other screen of the area is a separate chunk.
    name: 'partner',
    test: /portal.shares.share-button|portal.partner.(partner-layout|sections|log-out|refresh|back-link|account-failed|dashboard|checkups.(?!text-file|checkup-filters|period-filter)|labs|install.(installable|registration|follow-worker))/,
    priority: 1,
  },
];
