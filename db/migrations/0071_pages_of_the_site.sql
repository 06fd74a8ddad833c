-- The words of home, about, membership, founders and the calculator are content too; the next start installs them.
alter table content_items drop constraint content_items_kind_check;
alter table content_items add constraint content_items_kind_check
  check (kind in ('article', 'news', 'faq', 'site_page', 'page', 'co_founder', 'event', 'company'));

-- Rights

alter policy "admins write content in their own name" on content_items
  with check ((select is_admin()) and kind not in ('page', 'site_page') and updated_by = (select app_user_id()));
alter policy "admins change content, and keep pages published" on content_items
  using ((select is_admin())) with check ((select is_admin()) and (kind not in ('page', 'site_page') or published is not null));
alter policy "admins delete all but pages" on content_items
  using ((select is_admin()) and kind not in ('page', 'site_page'));
