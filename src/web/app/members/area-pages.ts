import { memberPanelPage } from "#web/features/profiles/directory/member-panel-page.ts";
import { lazyPage } from "#web/lib/lazy-page.tsx";

/** The tabs, views and what opens over them that are files of their own. */
export const areaPages = {
  account: lazyPage(() => import("#web/features/account/account-page.tsx").then((module) => module.AccountPage)),
  edit: lazyPage(() => import("#web/features/profiles/own/edit-profile.tsx").then((module) => module.EditProfile)),
  panel: memberPanelPage,
  submit: lazyPage(() =>
    import("#web/features/profiles/own/submit-profile.tsx").then((module) => module.SubmitProfile),
  ),
};

export const adminPages = {
  admin: lazyPage(() => import("./admin-tab.tsx").then((module) => module.AdminTab)),
  review: lazyPage(() =>
    import("#web/features/profiles/review/profiles-to-review.tsx").then((module) => module.ProfilesToReview),
  ),
};
