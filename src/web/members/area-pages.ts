import { lazyPage } from "#web/lib/lazy-page.tsx";

/** The tabs, views and what opens over them that are files of their own. */
export const areaPages = {
  account: lazyPage(() => import("./account/account-page.tsx").then((module) => module.AccountPage)),
  edit: lazyPage(() => import("./profile/edit-profile.tsx").then((module) => module.EditProfile)),
  panel: lazyPage(() => import("./directory/member-panel.tsx").then((module) => module.MemberPanel)),
  submit: lazyPage(() => import("./profile/submit-profile.tsx").then((module) => module.SubmitProfile)),
};

export const adminPages = {
  admin: lazyPage(() => import("#web/admin/admin-tab.tsx").then((module) => module.AdminTab)),
  review: lazyPage(() => import("#web/admin/review/profiles-to-review.tsx").then((module) => module.ProfilesToReview)),
};
